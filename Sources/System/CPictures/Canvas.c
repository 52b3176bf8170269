#include "Canvas.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum seam_picture_fault check_size(uint64_t width, uint64_t height, struct seam_picture_limits limits) {
    if (width == 0 || height == 0) return SEAM_PICTURE_DAMAGED;
    if (width > limits.side || height > limits.side) return SEAM_PICTURE_SIDE;
    return width * height > limits.pixels ? SEAM_PICTURE_PIXELS : SEAM_PICTURE_NONE;
}

uint32_t fitting(uint32_t side, uint32_t longest_of_source, uint32_t longest) {
    if (longest_of_source <= longest) return side;
    uint64_t fit = ((uint64_t)side * longest + longest_of_source / 2) / longest_of_source;
    return fit == 0 ? 1 : (uint32_t)fit;
}

static int is_scaled(const struct canvas *canvas) {
    return canvas->width != canvas->source_width || canvas->height != canvas->source_height;
}

enum seam_picture_fault canvas_begin(struct canvas *canvas, struct seam_picture *picture) {
    int is_turned = canvas->orientation >= 5;
    canvas->picture = picture;
    canvas->next = canvas->row = 0;
    picture->width = is_turned ? canvas->height : canvas->width;
    picture->height = is_turned ? canvas->width : canvas->height;
    picture->pixels = malloc((size_t)canvas->width * canvas->height * 4);
    canvas->sums = is_scaled(canvas) ? calloc((size_t)canvas->width * 4, sizeof *canvas->sums) : NULL;
    return picture->pixels == NULL || (is_scaled(canvas) && canvas->sums == NULL) ? SEAM_PICTURE_MEMORY
                                                                                  : SEAM_PICTURE_NONE;
}

uint8_t *canvas_direct(struct canvas *canvas) {
    return canvas->orientation == 1 && !is_scaled(canvas) ? canvas->picture->pixels : NULL;
}

/* Where a pixel of the result before it is turned comes to lie. */
static uint8_t *place(const struct canvas *canvas, uint32_t x, uint32_t y) {
    uint32_t far_x = canvas->width - 1 - x, far_y = canvas->height - 1 - y, across, down;
    switch (canvas->orientation) {
    case 2: across = far_x, down = y; break;
    case 3: across = far_x, down = far_y; break;
    case 4: across = x, down = far_y; break;
    case 5: across = y, down = x; break;
    case 6: across = far_y, down = x; break;
    case 7: across = far_y, down = far_x; break;
    case 8: across = y, down = far_x; break;
    default: across = x, down = y; break;
    }
    return canvas->picture->pixels + ((size_t)down * canvas->picture->width + across) * 4;
}

/* The first pixel of the source, of `length`, that pixel `place` of `count` covers. */
static uint32_t first(uint32_t place, uint32_t count, uint32_t length) {
    return (uint32_t)((uint64_t)place * length / count);
}

static void flush(struct canvas *canvas) {
    uint32_t rows = first(canvas->row + 1, canvas->height, canvas->source_height) -
                    first(canvas->row, canvas->height, canvas->source_height);
    for (uint32_t x = 0; x < canvas->width; x++) {
        uint32_t columns = first(x + 1, canvas->width, canvas->source_width) -
                           first(x, canvas->width, canvas->source_width);
        uint64_t *sum = canvas->sums + (size_t)x * 4, weight = sum[3];
        uint8_t *pixel = place(canvas, x, canvas->row);
        for (int colour = 0; colour < 3; colour++)
            pixel[colour] = weight == 0 ? 0 : (uint8_t)((sum[colour] + weight / 2) / weight);
        pixel[3] = (uint8_t)(weight / ((uint64_t)rows * columns));
    }
    memset(canvas->sums, 0, (size_t)canvas->width * 4 * sizeof *canvas->sums);
    canvas->row++;
}

void canvas_add(struct canvas *canvas, const uint8_t *row) {
    if (canvas->next >= canvas->source_height) return;
    if (!is_scaled(canvas)) {
        if (canvas->orientation == 1) {
            memcpy(place(canvas, 0, canvas->next), row, (size_t)canvas->width * 4);
        } else {
            for (uint32_t x = 0; x < canvas->width; x++)
                memcpy(place(canvas, x, canvas->next), row + (size_t)x * 4, 4);
        }
        canvas->next++;
        return;
    }
    for (uint32_t x = 0; x < canvas->width; x++) {
        uint64_t *sum = canvas->sums + (size_t)x * 4;
        uint32_t end = first(x + 1, canvas->width, canvas->source_width);
        for (uint32_t column = first(x, canvas->width, canvas->source_width); column < end; column++) {
            const uint8_t *pixel = row + (size_t)column * 4;
            for (int colour = 0; colour < 3; colour++) sum[colour] += (uint64_t)pixel[colour] * pixel[3];
            sum[3] += pixel[3];
        }
    }
    canvas->next++;
    if (canvas->next == first(canvas->row + 1, canvas->height, canvas->source_height)) flush(canvas);
}

enum seam_picture_fault seam_picture_read(
    const uint8_t *bytes, size_t count, struct seam_picture_limits limits, struct seam_picture *picture) {
    static const uint8_t png[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'}, jpeg[] = {0xFF, 0xD8, 0xFF};
    memset(picture, 0, sizeof *picture);
    for (int place = 0; place < seam_picture_numbers; place++) picture->facts.numbers[place] = NAN;
    if (count >= sizeof png && memcmp(bytes, png, sizeof png) == 0) return read_png(bytes, count, limits, picture);
    if (count >= sizeof jpeg && memcmp(bytes, jpeg, sizeof jpeg) == 0)
        return read_jpeg(bytes, count, limits, picture);
    return SEAM_PICTURE_UNKNOWN;
}

const char *seam_picture_text(const struct seam_picture *picture, int place) { return picture->facts.texts[place]; }

double seam_picture_number(const struct seam_picture *picture, int place) { return picture->facts.numbers[place]; }

int read_all(int fd, uint8_t *bytes, size_t count) {
    while (count > 0) {
        ssize_t got = read(fd, bytes, count);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return 0;
        bytes += got;
        count -= (size_t)got;
    }
    return 1;
}

int seam_picture_send(int fd, const uint8_t *bytes, size_t count) {
    while (count > 0) {
        ssize_t sent = write(fd, bytes, count);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return 0;
        bytes += sent;
        count -= (size_t)sent;
    }
    return 1;
}

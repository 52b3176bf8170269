#include "Canvas.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

struct source {
    const uint8_t *bytes;
    size_t left;
    jmp_buf broken;
    enum seam_picture_fault fault;
};

/* libpng does not say in its errors whether memory was missing. */
static png_voidp allocate(png_structp png, png_alloc_size_t size) {
    void *room = malloc(size);
    struct source *source = png_get_mem_ptr(png);
    if (room == NULL) source->fault = SEAM_PICTURE_MEMORY;
    return room;
}

static void give_back(png_structp png, png_voidp room) {
    (void)png;
    free(room);
}

static void fail(png_structp png, png_const_charp message) {
    struct source *source = png_get_error_ptr(png);
    (void)message;
    longjmp(source->broken, 1);
}

static void ignore(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void take(png_structp png, png_bytep bytes, size_t count) {
    struct source *source = png_get_io_ptr(png);
    if (count > source->left) png_error(png, "cut");
    memcpy(bytes, source->bytes, count);
    source->bytes += count;
    source->left -= count;
}

/* Chunks that hold text, colour profiles and palettes to choose from: none is needed, and some are compressed. */
static void leave_out_chunks(png_structp png) {
    static const png_byte chunks[] = "iCCP\0zTXt\0iTXt\0tEXt\0sPLT\0hIST\0pCAL\0sCAL\0tIME";
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, chunks, sizeof chunks / 5);
    png_set_chunk_cache_max(png, 16);
    png_set_chunk_malloc_max(png, 1 << 20);
}

/* EXIF before the pixels; a file may have it behind them, where it is too late to turn the picture. */
static int facts_of(png_structp png, png_infop info, struct seam_picture_facts *facts) {
    png_uint_32 count = 0;
    png_bytep found = NULL;
    if (png_get_eXIf_1(png, info, &count, &found) == 0 || count > 65000) return 1;
    uint8_t *room = malloc(count + 6);
    if (room == NULL) return 1;
    memcpy(room, "Exif\0\0", 6);
    memcpy(room + 6, found, count);
    int orientation = read_facts(room, count + 6, facts);
    free(room);
    return orientation;
}

static enum seam_picture_fault rows(png_structp png, int passes, struct canvas *canvas) {
    size_t width = (size_t)canvas->source_width * 4;
    uint8_t *all = canvas_direct(canvas);
    if (passes == 1 && all == NULL) {
        uint8_t *row = malloc(width);
        if (row == NULL) return SEAM_PICTURE_MEMORY;
        for (uint32_t y = 0; y < canvas->source_height; y++) {
            png_read_row(png, row, NULL);
            canvas_add(canvas, row);
        }
        return SEAM_PICTURE_NONE;
    }
    int is_direct = all != NULL;
    if (!is_direct) all = malloc(width * canvas->source_height);
    if (all == NULL) return SEAM_PICTURE_MEMORY;
    for (int pass = 0; pass < passes; pass++)
        for (uint32_t y = 0; y < canvas->source_height; y++) png_read_row(png, all + y * width, NULL);
    if (is_direct) return SEAM_PICTURE_NONE;
    for (uint32_t y = 0; y < canvas->source_height; y++) canvas_add(canvas, all + y * width);
    return SEAM_PICTURE_NONE;
}

static enum seam_picture_fault read_with(
    png_structp png, png_infop info, struct source *source, struct seam_picture_limits limits,
    struct seam_picture *picture) {
    png_set_read_fn(png, source, take);
    png_set_user_limits(png, 0x7FFFFFFF, 0x7FFFFFFF);
    leave_out_chunks(png);
    png_read_info(png, info);
    uint32_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
    enum seam_picture_fault fault = check_size(width, height, limits);
    if (fault != SEAM_PICTURE_NONE) return fault;
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    if (png_get_rowbytes(png, info) != (size_t)width * 4) return SEAM_PICTURE_UNSUPPORTED;
    uint32_t longest = width > height ? width : height;
    struct canvas canvas = {.source_width = width, .source_height = height};
    canvas.width = fitting(width, longest, limits.longest);
    canvas.height = fitting(height, longest, limits.longest);
    canvas.orientation = facts_of(png, info, &picture->facts);
    fault = canvas_begin(&canvas, picture);
    if (fault == SEAM_PICTURE_NONE) fault = rows(png, passes, &canvas);
    if (fault != SEAM_PICTURE_NONE) return fault;
    png_read_end(png, NULL);
    return source->left > 0 ? SEAM_PICTURE_TRAILING : SEAM_PICTURE_NONE;
}

enum seam_picture_fault read_png(
    const uint8_t *bytes, size_t count, struct seam_picture_limits limits, struct seam_picture *picture) {
    struct source *source = calloc(1, sizeof *source);
    if (source == NULL) return SEAM_PICTURE_MEMORY;
    source->bytes = bytes;
    source->left = count;
    if (setjmp(source->broken) != 0)
        return source->fault != SEAM_PICTURE_NONE ? source->fault : SEAM_PICTURE_DAMAGED;
    png_structp png = png_create_read_struct_2(
        PNG_LIBPNG_VER_STRING, source, fail, ignore, source, allocate, give_back);
    png_infop info = png == NULL ? NULL : png_create_info_struct(png);
    if (info == NULL) return SEAM_PICTURE_MEMORY;
    return read_with(png, info, source, limits, picture);
}

struct sink {
    int output;
    jmp_buf broken;
};

static void fail_writing(png_structp png, png_const_charp message) {
    struct sink *sink = png_get_error_ptr(png);
    (void)message;
    longjmp(sink->broken, 1);
}

static void hand_on(png_structp png, png_bytep bytes, size_t count) {
    struct sink *sink = png_get_io_ptr(png);
    if (!seam_picture_send(sink->output, bytes, count)) png_error(png, "nobody reads");
}

static void flush(png_structp png) { (void)png; }

enum seam_picture_fault seam_picture_write_png(
    uint32_t width, uint32_t height, const uint8_t *pixels, int input, int output) {
    struct sink *sink = calloc(1, sizeof *sink);
    uint8_t *room = malloc((size_t)width * 4);
    if (sink == NULL || room == NULL) return SEAM_PICTURE_MEMORY;
    sink->output = output;
    if (setjmp(sink->broken) != 0) return SEAM_PICTURE_FAILED;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, sink, fail_writing, ignore);
    png_infop info = png == NULL ? NULL : png_create_info_struct(png);
    if (info == NULL) return SEAM_PICTURE_MEMORY;
    png_set_write_fn(png, sink, hand_on, flush);
    png_set_IHDR(
        png, info, width, height, 8, PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
        PNG_FILTER_TYPE_DEFAULT);
    /* Fast rather than small: forty million pixels have five seconds. */
    png_set_compression_level(png, 2);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
    png_write_info(png, info);
    for (uint32_t y = 0; y < height; y++) {
        const uint8_t *row = pixels == NULL ? room : pixels + (size_t)y * width * 4;
        if (pixels == NULL && !read_all(input, room, (size_t)width * 4)) return SEAM_PICTURE_FAILED;
        png_write_row(png, row);
    }
    png_write_end(png, NULL);
    return SEAM_PICTURE_NONE;
}

#include "Canvas.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

struct trouble {
    struct jpeg_error_mgr errors;
    jmp_buf broken;
    enum seam_picture_fault fault;
};

static enum seam_picture_fault kind(int code) {
    switch (code) {
    case JERR_OUT_OF_MEMORY:
    case JERR_NO_BACKING_STORE: return SEAM_PICTURE_MEMORY;
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_PRECISION:
    case JERR_CCIR601_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_SOF_UNSUPPORTED: return SEAM_PICTURE_UNSUPPORTED;
    default: return SEAM_PICTURE_DAMAGED;
    }
}

static void fail(j_common_ptr state) {
    struct trouble *trouble = (struct trouble *)state->err;
    trouble->fault = kind(trouble->errors.msg_code);
    longjmp(trouble->broken, 1);
}

/* The library mends what is damaged, with grey; a picture that is mended is no longer the person's. */
static void warn(j_common_ptr state, int level) {
    if (level >= 0) return;
    switch (state->err->msg_code) {
    case JWRN_ADOBE_XFORM:
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_JFIF_MAJOR: return;
    default: fail(state);
    }
}

static void say_nothing(j_common_ptr state) { (void)state; }

static void follow(struct trouble *trouble) {
    jpeg_std_error(&trouble->errors);
    trouble->errors.error_exit = fail;
    trouble->errors.emit_message = warn;
    trouble->errors.output_message = say_nothing;
}

static int facts_of(struct jpeg_decompress_struct *state, struct seam_picture_facts *facts) {
    for (jpeg_saved_marker_ptr marker = state->marker_list; marker != NULL; marker = marker->next) {
        if (marker->data_length > 6 && memcmp(marker->data, "Exif\0\0", 6) == 0)
            return read_facts(marker->data, marker->data_length, facts);
    }
    return 1;
}

/* The smallest size in eighths that the library makes by itself and that is not below the result's. */
static void choose_size(struct jpeg_decompress_struct *state, const struct canvas *canvas) {
    state->scale_denom = 8;
    for (state->scale_num = 1; state->scale_num < 8; state->scale_num++) {
        jpeg_calc_output_dimensions(state);
        if (state->output_width >= canvas->width && state->output_height >= canvas->height) break;
    }
    jpeg_calc_output_dimensions(state);
}

/* Inks on white paper; Adobe's programs write them inverted. */
static void mix_inks(const uint8_t *inks, uint8_t *pixels, uint32_t count, int is_inverted) {
    for (uint32_t x = 0; x < count; x++, inks += 4, pixels += 4) {
        unsigned black = is_inverted ? inks[3] : 255 - inks[3];
        for (int colour = 0; colour < 3; colour++) {
            unsigned ink = is_inverted ? inks[colour] : 255 - inks[colour];
            pixels[colour] = (uint8_t)((ink * black + 127) / 255);
        }
        pixels[3] = 255;
    }
}

/* Cameras put smaller pictures behind the picture, and some fill up with zeros. */
static int may_follow(const uint8_t *bytes, size_t count) {
    while (count > 0 && *bytes == 0) bytes++, count--;
    return count == 0 || (count >= 3 && bytes[0] == 0xFF && bytes[1] == 0xD8 && bytes[2] == 0xFF);
}

static enum seam_picture_fault read_with(
    struct jpeg_decompress_struct *state, struct seam_picture_limits limits, struct seam_picture *picture) {
    jpeg_save_markers(state, JPEG_APP0 + 1, 0xFFFF);
    jpeg_read_header(state, TRUE);
    enum seam_picture_fault fault = check_size(state->image_width, state->image_height, limits);
    if (fault != SEAM_PICTURE_NONE) return fault;
    int is_inks = state->jpeg_color_space == JCS_CMYK || state->jpeg_color_space == JCS_YCCK;
    state->out_color_space = is_inks ? JCS_CMYK : JCS_EXT_RGBA;
    uint32_t width = state->image_width, height = state->image_height, longest = width > height ? width : height;
    struct canvas canvas = {.width = fitting(width, longest, limits.longest)};
    canvas.height = fitting(height, longest, limits.longest);
    canvas.orientation = facts_of(state, &picture->facts);
    choose_size(state, &canvas);
    canvas.source_width = state->output_width;
    canvas.source_height = state->output_height;
    fault = canvas_begin(&canvas, picture);
    if (fault != SEAM_PICTURE_NONE) return fault;
    uint8_t *row = malloc((size_t)canvas.source_width * 4), *mixed = malloc((size_t)canvas.source_width * 4);
    if (row == NULL || mixed == NULL) return SEAM_PICTURE_MEMORY;
    jpeg_start_decompress(state);
    if (state->output_components != 4) return SEAM_PICTURE_UNSUPPORTED;
    while (state->output_scanline < state->output_height) {
        if (jpeg_read_scanlines(state, &row, 1) != 1) return SEAM_PICTURE_DAMAGED;
        if (is_inks) mix_inks(row, mixed, canvas.source_width, state->saw_Adobe_marker);
        canvas_add(&canvas, is_inks ? mixed : row);
    }
    jpeg_finish_decompress(state);
    return may_follow(state->src->next_input_byte, state->src->bytes_in_buffer) ? SEAM_PICTURE_NONE
                                                                               : SEAM_PICTURE_TRAILING;
}

enum seam_picture_fault read_jpeg(
    const uint8_t *bytes, size_t count, struct seam_picture_limits limits, struct seam_picture *picture) {
    struct jpeg_decompress_struct *state = calloc(1, sizeof *state);
    struct trouble *trouble = calloc(1, sizeof *trouble);
    if (state == NULL || trouble == NULL) return SEAM_PICTURE_MEMORY;
    follow(trouble);
    state->err = &trouble->errors;
    if (setjmp(trouble->broken) != 0) return trouble->fault;
    jpeg_create_decompress(state);
    jpeg_mem_src(state, bytes, count);
    return read_with(state, limits, picture);
}

enum { room_size = 1 << 16 };

struct sink {
    struct jpeg_destination_mgr destination;
    int output;
    uint8_t room[room_size];
};

static void begin(j_compress_ptr state) {
    struct sink *sink = (struct sink *)state->dest;
    sink->destination.next_output_byte = sink->room;
    sink->destination.free_in_buffer = room_size;
}

static boolean empty(j_compress_ptr state) {
    struct sink *sink = (struct sink *)state->dest;
    if (!seam_picture_send(sink->output, sink->room, room_size)) ERREXIT(state, JERR_FILE_WRITE);
    begin(state);
    return TRUE;
}

static void end(j_compress_ptr state) {
    struct sink *sink = (struct sink *)state->dest;
    if (!seam_picture_send(sink->output, sink->room, room_size - sink->destination.free_in_buffer))
        ERREXIT(state, JERR_FILE_WRITE);
}

/* JPEG has no opacity: the picture lies on white. */
static void lay_on_white(const uint8_t *pixels, uint8_t *colours, uint32_t count) {
    for (uint32_t x = 0; x < count; x++, pixels += 4, colours += 3) {
        unsigned opacity = pixels[3];
        for (int colour = 0; colour < 3; colour++)
            colours[colour] = (uint8_t)((pixels[colour] * opacity + 255 * (255 - opacity) + 127) / 255);
    }
}

enum seam_picture_fault seam_picture_write_jpeg(
    uint32_t width, uint32_t height, const uint8_t *pixels, int input, int output, int quality) {
    struct jpeg_compress_struct *state = calloc(1, sizeof *state);
    struct trouble *trouble = calloc(1, sizeof *trouble);
    struct sink *sink = calloc(1, sizeof *sink);
    uint8_t *room = malloc((size_t)width * 4), *row = malloc((size_t)width * 3);
    if (state == NULL || trouble == NULL || sink == NULL || room == NULL || row == NULL) return SEAM_PICTURE_MEMORY;
    follow(trouble);
    state->err = &trouble->errors;
    if (setjmp(trouble->broken) != 0)
        return trouble->fault == SEAM_PICTURE_MEMORY ? SEAM_PICTURE_MEMORY : SEAM_PICTURE_FAILED;
    jpeg_create_compress(state);
    sink->destination.init_destination = begin;
    sink->destination.empty_output_buffer = empty;
    sink->destination.term_destination = end;
    sink->output = output;
    state->dest = &sink->destination;
    state->image_width = width;
    state->image_height = height;
    state->input_components = 3;
    state->in_color_space = JCS_RGB;
    jpeg_set_defaults(state);
    jpeg_set_quality(state, quality, TRUE);
    jpeg_start_compress(state, TRUE);
    for (uint32_t y = 0; y < height; y++) {
        const uint8_t *next = pixels == NULL ? room : pixels + (size_t)y * width * 4;
        if (pixels == NULL && !read_all(input, room, (size_t)width * 4)) return SEAM_PICTURE_FAILED;
        lay_on_white(next, row, width);
        jpeg_write_scanlines(state, &row, 1);
    }
    jpeg_finish_compress(state);
    return SEAM_PICTURE_NONE;
}

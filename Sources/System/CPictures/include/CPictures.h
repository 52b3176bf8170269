/* Reads and writes PNG and JPEG, for a process that makes one picture and ends: nothing is freed. */
#ifndef SEAM_CPICTURES_H
#define SEAM_CPICTURES_H

#include <stddef.h>
#include <stdint.h>

/* What a picture's file says about it, in the order of PictureFacts.swift. */
enum { seam_picture_texts = 4, seam_picture_numbers = 6, seam_picture_text_size = 65 };
struct seam_picture_facts {
    char texts[seam_picture_texts][seam_picture_text_size];
    double numbers[seam_picture_numbers]; /* NaN: the file does not say */
};

struct seam_picture {
    uint32_t width;
    uint32_t height;
    uint8_t *pixels; /* red, green, blue, opacity */
    struct seam_picture_facts facts;
};

/* What goes wrong, with the numbers of PictureError.swift. */
enum seam_picture_fault {
    SEAM_PICTURE_NONE = 0,
    SEAM_PICTURE_UNKNOWN = 65,
    SEAM_PICTURE_DAMAGED,
    SEAM_PICTURE_UNSUPPORTED,
    SEAM_PICTURE_TRAILING,
    SEAM_PICTURE_BYTES,
    SEAM_PICTURE_SIDE,
    SEAM_PICTURE_PIXELS,
    SEAM_PICTURE_MEMORY,
    SEAM_PICTURE_FAILED = 79,
};

struct seam_picture_limits {
    uint32_t side;
    uint64_t pixels;
    uint32_t longest; /* of the result: what is larger is made smaller */
};

/* The picture in a file, upright. */
enum seam_picture_fault seam_picture_read(
    const uint8_t *bytes, size_t count, struct seam_picture_limits limits, struct seam_picture *picture);
/* A text or a number of the facts, by its place. */
const char *seam_picture_text(const struct seam_picture *picture, int place);
double seam_picture_number(const struct seam_picture *picture, int place);
/* Writes all bytes; 0 where nobody reads them. */
int seam_picture_send(int output, const uint8_t *bytes, size_t count);
/* Writes a file to `output`. Where `pixels` is NULL, the rows are read from `input`. */
enum seam_picture_fault seam_picture_write_png(
    uint32_t width, uint32_t height, const uint8_t *pixels, int input, int output);
enum seam_picture_fault seam_picture_write_jpeg(
    uint32_t width, uint32_t height, const uint8_t *pixels, int input, int output, int quality);

#endif

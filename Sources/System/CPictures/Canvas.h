/* The pixels of a picture that is being read. Its rows come from the top down, are made smaller, and turned upright. */
#ifndef SEAM_CANVAS_H
#define SEAM_CANVAS_H

#include "CPictures.h"

struct canvas {
    uint32_t source_width;
    uint32_t source_height;
    uint32_t width; /* before it is turned */
    uint32_t height;
    int orientation; /* as EXIF has it: 1 to 8 */
    uint32_t next;   /* the next row of the source */
    uint32_t row;    /* the row that it belongs to */
    uint64_t *sums;
    struct seam_picture *picture;
};

/* Whether a picture of this size may be read. */
enum seam_picture_fault check_size(uint64_t width, uint64_t height, struct seam_picture_limits limits);
/* The side of a result whose longest side is limited. */
uint32_t fitting(uint32_t side, uint32_t longest_of_source, uint32_t longest);
/* Begins a picture. `source` is the size of the rows that come, `width` and `height` the result's. */
enum seam_picture_fault canvas_begin(struct canvas *canvas, struct seam_picture *picture);
/* The pixels themselves, where rows need no change; otherwise NULL. */
uint8_t *canvas_direct(struct canvas *canvas);
/* Adds the next row, four bytes a pixel. */
void canvas_add(struct canvas *canvas, const uint8_t *row);

/* What EXIF says, beginning with "Exif\0\0"; the orientation, 1 to 8. */
int read_facts(const uint8_t *bytes, unsigned count, struct seam_picture_facts *facts);

enum seam_picture_fault read_png(
    const uint8_t *bytes, size_t count, struct seam_picture_limits limits, struct seam_picture *picture);
enum seam_picture_fault read_jpeg(
    const uint8_t *bytes, size_t count, struct seam_picture_limits limits, struct seam_picture *picture);

/* All bytes, or 0. */
int read_all(int fd, uint8_t *bytes, size_t count);

#endif

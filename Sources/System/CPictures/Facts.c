/* What EXIF says about a photograph. libexif reads the entries; their values are read here, without its texts. */
#include "Canvas.h"

#include <libexif/exif-data.h>
#include <math.h>
#include <string.h>

enum { taken, maker, camera, lens };
enum { exposure, aperture, sensitivity, focal_length, latitude, longitude };

static ExifEntry *entry(ExifData *data, ExifIfd room, ExifTag tag, ExifFormat format, unsigned long least) {
    ExifEntry *found = exif_content_get_entry(data->ifd[room], tag);
    if (found == NULL || found->data == NULL || found->format != format || found->components < least) return NULL;
    return found->size >= least * exif_format_get_size(format) ? found : NULL;
}

static void read_text(ExifData *data, ExifIfd room, ExifTag tag, char *text) {
    ExifEntry *found = entry(data, room, tag, EXIF_FORMAT_ASCII, 1);
    if (found == NULL) return;
    size_t count = strnlen((const char *)found->data, found->size);
    if (count >= seam_picture_text_size) count = seam_picture_text_size - 1;
    memcpy(text, found->data, count);
    text[count] = 0;
}

static double rational(ExifData *data, ExifEntry *found, int place) {
    ExifRational value = exif_get_rational(found->data + place * 8, exif_data_get_byte_order(data));
    return value.denominator == 0 ? NAN : (double)value.numerator / value.denominator;
}

static double number(ExifData *data, ExifTag tag) {
    ExifEntry *found = entry(data, EXIF_IFD_EXIF, tag, EXIF_FORMAT_RATIONAL, 1);
    return found == NULL ? NAN : rational(data, found, 0);
}

static double whole(ExifData *data, ExifIfd room, ExifTag tag) {
    ExifEntry *found = entry(data, room, tag, EXIF_FORMAT_SHORT, 1);
    return found == NULL ? NAN : exif_get_short(found->data, exif_data_get_byte_order(data));
}

/* The tags of places are numbers of their own, which some of libexif's other tags have too. */
static double degrees(ExifData *data, int tag, char back) {
    ExifEntry *side = entry(data, EXIF_IFD_GPS, (ExifTag)tag, EXIF_FORMAT_ASCII, 1);
    ExifEntry *found = entry(data, EXIF_IFD_GPS, (ExifTag)(tag + 1), EXIF_FORMAT_RATIONAL, 3);
    if (side == NULL || found == NULL) return NAN;
    double value = rational(data, found, 0) + rational(data, found, 1) / 60 + rational(data, found, 2) / 3600;
    return side->data[0] == (unsigned char)back ? -value : value;
}

int read_facts(const uint8_t *bytes, unsigned count, struct seam_picture_facts *facts) {
    ExifData *data = exif_data_new();
    if (data == NULL) return 1;
    exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION);
    exif_data_load_data(data, bytes, count);
    read_text(data, EXIF_IFD_EXIF, EXIF_TAG_DATE_TIME_ORIGINAL, facts->texts[taken]);
    if (facts->texts[taken][0] == 0) read_text(data, EXIF_IFD_0, EXIF_TAG_DATE_TIME, facts->texts[taken]);
    read_text(data, EXIF_IFD_0, EXIF_TAG_MAKE, facts->texts[maker]);
    read_text(data, EXIF_IFD_0, EXIF_TAG_MODEL, facts->texts[camera]);
    read_text(data, EXIF_IFD_EXIF, EXIF_TAG_LENS_MODEL, facts->texts[lens]);
    facts->numbers[exposure] = number(data, EXIF_TAG_EXPOSURE_TIME);
    facts->numbers[aperture] = number(data, EXIF_TAG_FNUMBER);
    facts->numbers[sensitivity] = whole(data, EXIF_IFD_EXIF, EXIF_TAG_ISO_SPEED_RATINGS);
    facts->numbers[focal_length] = number(data, EXIF_TAG_FOCAL_LENGTH);
    facts->numbers[latitude] = degrees(data, EXIF_TAG_GPS_LATITUDE_REF, 'S');
    facts->numbers[longitude] = degrees(data, EXIF_TAG_GPS_LONGITUDE_REF, 'W');
    double orientation = whole(data, EXIF_IFD_0, EXIF_TAG_ORIENTATION);
    return orientation >= 1 && orientation <= 8 ? (int)orientation : 1;
}

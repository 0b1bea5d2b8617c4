#include "jpegcoefficients.h"
#include "reader.h"

#include <stdlib.h>
#include <string.h>

JPEGReaderStatus jpegreader_coefficients(JPEGReader *reader, int max_scans) {
  if (setjmp(reader->escape)) return reader->failure;
  reader->max_scans = max_scans;
  reader->coefficients = jpeg_read_coefficients(&reader->decoder);
  reader_check_fill(reader);
  if (reader->coefficients) return JPEGREADER_OK;
  snprintf(reader->message, sizeof reader->message, "no coefficients");
  return JPEGREADER_CORRUPT;
}

// ---- Writing

// A file in memory that stops growing at a limit. In the heap, because libjpeg writes to it while a jump may come.
struct output {
  struct jpeg_compress_struct encoder;
  struct jpeg_error_mgr errors;
  struct jpeg_destination_mgr destination;
  uint8_t *bytes;
  size_t capacity, most;
  bool is_over;
};

static struct output *output_of(j_compress_ptr encoder) {
  return (struct output *)((char *)encoder->dest - offsetof(struct output, destination));
}

static void continue_at(struct output *output, size_t filled) {
  output->destination.next_output_byte = output->bytes + filled;
  output->destination.free_in_buffer = output->capacity - filled;
}

static void on_start(j_compress_ptr encoder) { continue_at(output_of(encoder), 0); }

static boolean on_full(j_compress_ptr encoder) {
  struct output *output = output_of(encoder);
  JPEGReader *reader = (JPEGReader *)encoder->client_data;
  size_t filled = output->capacity;
  output->is_over = filled >= output->most;
  // No fault of anybody: the caller looks at is_over first.
  if (output->is_over) reader_leave(reader, JPEGREADER_OK);
  size_t capacity = filled > output->most / 2 ? output->most : filled * 2;
  uint8_t *grown = realloc(output->bytes, capacity);
  if (!grown) reader_leave(reader, JPEGREADER_OUT_OF_MEMORY);
  output->bytes = grown;
  output->capacity = capacity;
  continue_at(output, filled);
  return TRUE;
}

static void on_end(j_compress_ptr encoder) { (void)encoder; }

static void on_output(j_common_ptr encoder) { (void)encoder; }

static void on_message(j_common_ptr encoder, int level) {
  (void)encoder;
  (void)level;
}

static struct output *make_output(JPEGReader *reader, size_t most) {
  struct output *output = calloc(1, sizeof *output);
  if (!output) return NULL;
  output->most = most;
  output->capacity = most < 1 << 20 ? most : 1 << 20;
  output->bytes = malloc(output->capacity ? output->capacity : 1);
  if (!output->bytes) {
    free(output);
    return NULL;
  }
  output->encoder.err = jpeg_std_error(&output->errors);
  output->errors.error_exit = reader_on_error;
  output->errors.emit_message = on_message;
  output->errors.output_message = on_output;
  output->encoder.client_data = reader;
  output->destination.init_destination = on_start;
  output->destination.empty_output_buffer = on_full;
  output->destination.term_destination = on_end;
  return output;
}

static void free_output(struct output *output) {
  jpeg_destroy_compress(&output->encoder);
  free(output->bytes);
  free(output);
}

static void encode(JPEGReader *reader, struct output *output, bool is_progressive) {
  j_compress_ptr encoder = &output->encoder;
  jpeg_create_compress(encoder);
  encoder->dest = &output->destination;
  jpeg_copy_critical_parameters(&reader->decoder, encoder);
  // The segments of the original stand in front of what is written here.
  encoder->write_JFIF_header = FALSE;
  encoder->write_Adobe_marker = FALSE;
  encoder->optimize_coding = TRUE;
  if (is_progressive) jpeg_simple_progression(encoder);
  jpeg_write_coefficients(encoder, reader->coefficients);
  jpeg_finish_compress(encoder);
}

JPEGReaderStatus jpegreader_write_coefficients(
    JPEGReader *reader, bool is_progressive, size_t most, uint8_t **bytes, size_t *count) {
  *bytes = NULL;
  *count = 0;
  if (most == 0) return JPEGREADER_OK;
  struct output *volatile output = make_output(reader, most);
  if (!output) return JPEGREADER_OUT_OF_MEMORY;
  if (setjmp(reader->escape)) {
    bool is_over = output->is_over;
    free_output(output);
    return is_over ? JPEGREADER_OK : reader->failure;
  }
  encode(reader, output, is_progressive);
  *count = output->capacity - output->destination.free_in_buffer;
  *bytes = output->bytes;
  output->bytes = NULL;
  free_output(output);
  return JPEGREADER_OK;
}

// ---- Comparing

static bool have_equal_headers(j_decompress_ptr one, j_decompress_ptr other) {
  return one->image_width == other->image_width && one->image_height == other->image_height &&
         one->data_precision == other->data_precision && one->num_components == other->num_components &&
         one->jpeg_color_space == other->jpeg_color_space && one->saw_JFIF_marker == other->saw_JFIF_marker &&
         one->density_unit == other->density_unit && one->X_density == other->X_density &&
         one->Y_density == other->Y_density && one->saw_Adobe_marker == other->saw_Adobe_marker &&
         one->Adobe_transform == other->Adobe_transform;
}

static bool are_alike(const jpeg_component_info *one, const jpeg_component_info *other) {
  return one->component_id == other->component_id && one->h_samp_factor == other->h_samp_factor &&
         one->v_samp_factor == other->v_samp_factor && one->width_in_blocks == other->width_in_blocks &&
         one->height_in_blocks == other->height_in_blocks && one->quant_table && other->quant_table &&
         memcmp(one->quant_table->quantval, other->quant_table->quantval, sizeof one->quant_table->quantval) == 0;
}

JPEGReaderStatus jpegreader_compare_coefficients(JPEGReader *reader, JPEGReader *other, bool *are_equal) {
  j_decompress_ptr one = &reader->decoder, two = &other->decoder;
  *are_equal = false;
  if (setjmp(reader->escape)) return reader->failure;
  if (setjmp(other->escape)) return other->failure;
  if (!reader->coefficients || !other->coefficients || !have_equal_headers(one, two)) return JPEGREADER_OK;
  for (int index = 0; index < one->num_components; index++) {
    const jpeg_component_info *component = &one->comp_info[index];
    if (!are_alike(component, &two->comp_info[index])) return JPEGREADER_OK;
    size_t bytes = component->width_in_blocks * sizeof(JBLOCK);
    for (JDIMENSION row = 0; row < component->height_in_blocks; row++) {
      // Blocks beyond the picture, which fill up units, are no part of it.
      JBLOCKARRAY mine = one->mem->access_virt_barray((j_common_ptr)one, reader->coefficients[index], row, 1, FALSE);
      JBLOCKARRAY its = two->mem->access_virt_barray((j_common_ptr)two, other->coefficients[index], row, 1, FALSE);
      if (memcmp(mine[0], its[0], bytes) != 0) return JPEGREADER_OK;
    }
  }
  *are_equal = true;
  return JPEGREADER_OK;
}

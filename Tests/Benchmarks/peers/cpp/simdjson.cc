// simdjson JSON: nanoseconds that simdjson takes for a reply of 200 bytes: into a struct on demand, the envelope only
// (id, and where the result is), and into a tree.
#include <simdjson.h>

#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

using namespace simdjson;

namespace {

struct Reply {
  int64_t id, pid, uptime;
  bool healthy;
  std::string name, state, note;
  std::vector<std::string> tags;
};

// The best of seven batches.
template <class Body>
double nanoseconds(int batch, Body body) {
  double best = 1e18;
  for (int round = 0; round < 7; round++) {
    auto began = std::chrono::steady_clock::now();
    for (int i = 0; i < batch; i++) body();
    auto taken = std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - began).count() / batch;
    if (taken < best) best = taken;
  }
  return best;
}

std::string text(ondemand::value value) { return std::string(std::string_view(value.get_string())); }

int64_t decode(ondemand::parser& parser, padded_string& json) {
  Reply reply;
  ondemand::document document = parser.iterate(json);
  reply.id = document["id"].get_int64();
  ondemand::object result = document["result"].get_object();
  reply.name = text(result["name"]);
  reply.state = text(result["state"]);
  reply.pid = result["pid"].get_int64();
  reply.uptime = result["uptime"].get_int64();
  reply.healthy = result["healthy"].get_bool();
  for (auto tag : result["tags"].get_array()) reply.tags.push_back(text(tag.value()));
  reply.note = text(result["note"]);
  return reply.id + reply.note.size();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 64;
  padded_string json{std::string_view(argv[1])};
  ondemand::parser parser;
  dom::parser trees;
  volatile int64_t sink = 0;
  double full = nanoseconds(200000, [&] { sink = sink + decode(parser, json); });
  double envelope = nanoseconds(200000, [&] {
    ondemand::document document = parser.iterate(json);
    sink = sink + int64_t(document["id"].get_int64());
    sink = sink + std::string_view(document["result"].raw_json_token()).size();
  });
  double tree = nanoseconds(200000, [&] { sink = sink + int64_t(trees.parse(json)["id"]); });
  std::printf("{\"simdjson_struct\":%.1f,\"simdjson_envelope\":%.1f,\"simdjson_tree\":%.1f}\n", full, envelope, tree);
}

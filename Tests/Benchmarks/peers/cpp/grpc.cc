// gRPC C++ over a Unix socket, plaintext; callbacks in the server and for concurrent calls, the blocking stub for the
// others.
//
//   grpc server SOCKET
//   grpc METRIC SOCKET [COUNT [WIDTH]]
//       METRIC: unary | pipelined | stream | fanout | connect | idle | once

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <unistd.h>
#include <vector>

#include "../c/bench.h"
#include "bench.grpc.pb.h"

using bench::Bench;
using bench::Blob;
using bench::Order;
using Stub = std::unique_ptr<Bench::Stub>;

namespace {

// Writes the events of one stream, one after the other.
class Watcher final : public grpc::ServerWriteReactor<Blob> {
 public:
  explicit Watcher(uint32_t count) : left_(count) {
    event_.set_body(std::string(EVENT, 'e'));
    next();
  }
  void OnWriteDone(bool ok) override { ok ? next() : Finish(grpc::Status::CANCELLED); }
  void OnDone() override { delete this; }

 private:
  void next() {
    if (left_ == 0) return Finish(grpc::Status::OK);
    --left_;
    StartWrite(&event_);
  }
  uint32_t left_;
  Blob event_;
};

class Service final : public Bench::CallbackService {
  grpc::ServerUnaryReactor* Status(grpc::CallbackServerContext* context, const Blob* in, Blob* out) override {
    out->set_body(reply_);
    auto* reactor = context->DefaultReactor();
    reactor->Finish(in->body().size() == REQUEST ? grpc::Status::OK : grpc::Status::CANCELLED);
    return reactor;
  }
  grpc::ServerWriteReactor<Blob>* Watch(grpc::CallbackServerContext*, const Order* in) override {
    return new Watcher(in->count());
  }
  std::string reply_ = std::string(REPLY, 'r');
};

Stub dial(const std::string& path) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);  // a connection of its own for each channel
  return Bench::NewStub(grpc::CreateCustomChannel("unix:" + path, grpc::InsecureChannelCredentials(), arguments));
}

void check(const grpc::Status& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "%s\n", status.error_message().c_str());
  _exit(1);
}

Blob request() {
  Blob blob;
  blob.set_body(std::string(REQUEST, 'u'));
  return blob;
}

void call(Bench::Stub& stub) {
  static const Blob asked = request();
  grpc::ClientContext context;
  Blob reply;
  check(stub.Status(&context, asked, &reply));
}

class Latch {
 public:
  explicit Latch(long count) : left_(count) {}
  void down() {
    std::lock_guard<std::mutex> guard(mutex_);
    if (--left_ == 0) done_.notify_all();
  }
  void wait() {
    std::unique_lock<std::mutex> guard(mutex_);
    done_.wait(guard, [this] { return left_ == 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable done_;
  long left_;
};

// One of the callers of "pipelined": starts its next call from the completion of the last.
struct Caller {
  Bench::Stub* stub;
  long left;
  Latch* done;
  Blob asked = request(), reply;
  std::unique_ptr<grpc::ClientContext> context;
  void go() {
    if (left-- == 0) return done->down();
    context = std::make_unique<grpc::ClientContext>();
    stub->async()->Status(context.get(), &asked, &reply, [this](grpc::Status status) {
      check(status);
      go();
    });
  }
};

// One subscriber of "fanout".
struct Reader final : grpc::ClientReadReactor<Blob> {
  Reader(Bench::Stub& stub, uint32_t count, Latch* done) : done(done) {
    order.set_count(count);
    stub.async()->Watch(&context, &order, this);
    StartRead(&event);
    StartCall();
  }
  void OnReadDone(bool ok) override {
    if (!ok) return;
    got++;
    StartRead(&event);
  }
  void OnDone(const grpc::Status& status) override {
    check(status);
    done->down();
  }
  grpc::ClientContext context;
  Order order;
  Blob event;
  long got = 0;
  Latch* done;
};

void serve(const std::string& path) {
  Service service;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("unix:" + path, grpc::InsecureServerCredentials());
  builder.RegisterService(&service);
  builder.BuildAndStart()->Wait();
}

void unary(const std::string& path, long count) {
  auto stub = dial(path);
  std::vector<uint32_t> ns(count);
  for (long i = 0; i < WARM_UP; i++) call(*stub);
  moment start = moment_now();
  for (auto& taken : ns) {
    uint64_t began = now_ns();
    call(*stub);
    taken = now_ns() - began;
  }
  print_latencies(ns.data(), count, start);
}

void connects(const std::string& path, long count) {
  std::vector<uint32_t> ns(count);
  moment start = moment_now();
  for (auto& taken : ns) {
    uint64_t began = now_ns();
    auto stub = dial(path);
    call(*stub);
    taken = now_ns() - began;
  }
  print_latencies(ns.data(), count, start);
}

void pipelined(const std::string& path, long count, long width) {
  auto stub = dial(path);
  call(*stub);
  Latch done(width);
  std::vector<Caller> callers;
  for (long i = 0; i < width; i++) callers.push_back(Caller{stub.get(), count / width, &done});
  moment start = moment_now();
  for (auto& caller : callers) caller.go();
  done.wait();
  print_rate(count / width * width, start);
  std::fflush(stdout);
  _exit(0);  // the last callbacks still hold their callers
}

void stream(const std::string& path, long count) {
  auto stub = dial(path);
  call(*stub);
  grpc::ClientContext context;
  Order order;
  order.set_count(count);
  Blob event;
  long got = 0;
  moment start = moment_now();
  auto reader = stub->Watch(&context, order);
  while (reader->Read(&event)) got++;
  check(reader->Finish());
  print_rate(got, start);
}

void fanout(const std::string& path, long count, long width) {
  std::vector<Stub> stubs;
  for (long i = 0; i < width; i++) {
    stubs.push_back(dial(path));
    call(*stubs.back());
  }
  Latch done(width);
  std::vector<std::unique_ptr<Reader>> readers;
  moment start = moment_now();
  for (auto& stub : stubs) readers.push_back(std::make_unique<Reader>(*stub, count, &done));
  done.wait();
  long got = 0;
  for (auto& reader : readers) got += reader->got;
  print_rate(got, start);
}

void idle(const std::string& path, long count) {
  std::vector<Stub> stubs;
  for (long i = 0; i < count; i++) {
    stubs.push_back(dial(path));
    call(*stubs.back());
  }
  hold();
  _exit(0);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 64;
  std::string metric = argv[1], path = argv[2];
  long count = argc > 3 ? std::atol(argv[3]) : 1, width = argc > 4 ? std::atol(argv[4]) : 1;
  if (metric == "server") {
    serve(path);
  } else if (metric == "once") {
    call(*dial(path));
    _exit(0);
  } else if (metric == "unary") {
    unary(path, count);
  } else if (metric == "connect") {
    connects(path, count);
  } else if (metric == "pipelined") {
    pipelined(path, count, width);
  } else if (metric == "stream") {
    stream(path, count);
  } else if (metric == "fanout") {
    fanout(path, count, width);
  } else if (metric == "idle") {
    idle(path, count);
  } else {
    return 64;
  }
  std::fflush(stdout);
  return 0;
}

// containerd's ttrpc over a Unix socket.
//
//	ttrpc server SOCKET
//	ttrpc METRIC SOCKET [COUNT [WIDTH]]
//	    METRIC: unary | pipelined | connect | idle | once
//
// Debian 12 has ttrpc 1.1, which knows no streams.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"log"
	"net"
	"os"
	"sort"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/containerd/ttrpc"
)

const warmUp = 2000

// Blob is a protobuf message of one field, bytes body = 1.
type Blob struct {
	Body []byte `protobuf:"bytes,1,opt,name=body,proto3"`
}

func (b *Blob) Reset()         { *b = Blob{} }
func (b *Blob) String() string { return string(b.Body) }
func (b *Blob) ProtoMessage()  {}

// Marshal and Unmarshal stand for the generated fast path that containerd's own messages have.
func (b *Blob) Marshal() ([]byte, error) {
	out := make([]byte, 0, len(b.Body)+binary.MaxVarintLen64+1)
	out = append(out, 1<<3|2)
	out = binary.AppendUvarint(out, uint64(len(b.Body)))
	return append(out, b.Body...), nil
}

func (b *Blob) Unmarshal(bytes []byte) error {
	if len(bytes) < 2 || bytes[0] != 1<<3|2 {
		return errors.New("not the field of a Blob")
	}
	length, width := binary.Uvarint(bytes[1:])
	if width <= 0 || uint64(len(bytes)-1-width) != length {
		return errors.New("not the length of a Blob")
	}
	b.Body = append([]byte(nil), bytes[1+width:]...)
	return nil
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func serve(path string) {
	reply := bytes.Repeat([]byte("r"), 200)
	server, err := ttrpc.NewServer()
	check(err)
	server.Register("bench.Bench", map[string]ttrpc.Method{
		"Status": func(ctx context.Context, unmarshal func(interface{}) error) (interface{}, error) {
			var in Blob
			if err := unmarshal(&in); err != nil {
				return nil, err
			}
			return &Blob{Body: reply}, nil
		},
	})
	os.Remove(path)
	listener, err := net.Listen("unix", path)
	check(err)
	check(server.Serve(context.Background(), listener))
}

func dial(path string) *ttrpc.Client {
	connection, err := net.Dial("unix", path)
	check(err)
	return ttrpc.NewClient(connection)
}

var request = bytes.Repeat([]byte("u"), 120)

func call(client *ttrpc.Client) {
	var reply Blob
	check(client.Call(context.Background(), "bench.Bench", "Status", &Blob{Body: request}, &reply))
	if len(reply.Body) != 200 {
		log.Fatal("not the reply's size")
	}
}

// A moment is a time on the wall and the processor time of this process.
type moment struct {
	wall time.Time
	cpu  time.Duration
}

func now() moment {
	var usage syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return moment{time.Now(), time.Duration(usage.Utime.Nano() + usage.Stime.Nano())}
}

func (m moment) cpuMicroseconds(count int) float64 {
	return float64((now().cpu - m.cpu).Nanoseconds()) / 1e3 / float64(count)
}

func printLatencies(latencies []time.Duration, start moment) {
	cpu := start.cpuMicroseconds(len(latencies))
	sort.Slice(latencies, func(i, j int) bool { return latencies[i] < latencies[j] })
	at := func(share float64) float64 { return float64(latencies[int(float64(len(latencies))*share)].Nanoseconds()) / 1e3 }
	fmt.Printf("{\"p50\":%.3f,\"p99\":%.3f,\"cpu_us\":%.4f}\n", at(0.5), at(0.99), cpu)
}

func unary(path string, count int) {
	client := dial(path)
	for i := 0; i < warmUp; i++ {
		call(client)
	}
	latencies := make([]time.Duration, count)
	start := now()
	for i := range latencies {
		began := time.Now()
		call(client)
		latencies[i] = time.Since(began)
	}
	printLatencies(latencies, start)
}

func connect(path string, count int) {
	latencies := make([]time.Duration, count)
	start := now()
	for i := range latencies {
		began := time.Now()
		client := dial(path)
		call(client)
		latencies[i] = time.Since(began)
		client.Close()
	}
	printLatencies(latencies, start)
}

func pipelined(path string, count, width int) {
	client := dial(path)
	call(client)
	var callers sync.WaitGroup
	start := now()
	for i := 0; i < width; i++ {
		callers.Add(1)
		go func() {
			defer callers.Done()
			for k := 0; k < count/width; k++ {
				call(client)
			}
		}()
	}
	callers.Wait()
	made := count / width * width
	rate := float64(made) / time.Since(start.wall).Seconds()
	fmt.Printf("{\"rate\":%.0f,\"cpu_us\":%.4f}\n", rate, start.cpuMicroseconds(made))
}

func idle(path string, count int) {
	clients := make([]*ttrpc.Client, count)
	for i := range clients {
		clients[i] = dial(path)
		call(clients[i])
	}
	fmt.Println("ready")
	for input := bufio.NewScanner(os.Stdin); input.Scan(); {
	}
	for _, client := range clients {
		client.Close()
	}
}

func main() {
	if len(os.Args) < 3 {
		os.Exit(64)
	}
	metric, path := os.Args[1], os.Args[2]
	number := func(index int) int {
		if len(os.Args) <= index {
			return 1
		}
		value, err := strconv.Atoi(os.Args[index])
		check(err)
		return value
	}
	count, width := number(3), number(4)
	switch metric {
	case "server":
		serve(path)
	case "once":
		call(dial(path))
	case "unary":
		unary(path, count)
	case "connect":
		connect(path, count)
	case "pipelined":
		pipelined(path, count, width)
	case "idle":
		idle(path, count)
	default:
		os.Exit(64)
	}
}

/* Copyright 2026 rvtrace contributors
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "rvt/device.h"
#include "tests/support/test.h"

/* Protocol of a simulated device: the server in a thread of its own before a device that is four
 * words and a counter, and the client. The words answer an APB transfer and nothing else does. */

enum { SLOW = 0x8, ERROR = 0xC };

struct place {
  int fd;
  struct rvt_device_server server;
  uint32_t word[4];
  uint64_t edges, run_edges, accesses;
  unsigned waited;
  const char *failure; /* shown at edge `fail_at` */
  uint64_t fail_at;
  bool broken_protocol; /* an access phase that no setup phase precedes */
};

static struct place place;
static struct rvt_device_client client;
static pthread_t thread;
static int raw; /* the client's socket */
static bool serving;

static void one_clock(struct place *p, const struct rvt_device_drive *d,
                      struct rvt_device_reply *reply, bool *setup) {
  static uint8_t pin[2];
  const struct rvt_apb *a = &d->apb;
  *reply = (struct rvt_device_reply){.pready = true};
  if (a->psel && a->penable && !*setup) p->broken_protocol = true;
  if (a->psel && a->penable) {
    const unsigned index = a->paddr / 4 % 4;
    reply->pready = a->paddr != SLOW || ++p->waited == 7;
    reply->pslverr = a->paddr == ERROR;
    reply->prdata = a->pwrite ? 0 : p->word[index];
    if (reply->pready && a->pwrite)
      p->word[index] = (p->word[index] & ~rvt_apb_lanes(a)) | (a->pwdata & rvt_apb_lanes(a));
    if (reply->pready) p->waited = 0;
    p->accesses += reply->pready;
  }
  *setup = a->psel && (!a->penable || !reply->pready);
  p->run_edges += d->run;
  pin[0] = (uint8_t)p->edges;
  pin[1] = 0xA5;
  reply->pins = pin;
  reply->pin_count = d->run ? 2 : 0;
  reply->insns = p->run_edges;
  reply->stall = p->word[1] == 1;
  reply->ended = p->run_edges >= 5000;
  if (++p->edges == p->fail_at) reply->failure = p->failure;
}

static void *serve(void *context) {
  struct place *p = context;
  struct rvt_device_drive drive;
  struct rvt_device_reply reply;
  struct rvt_error e;
  bool setup = false;
  if (rvt_device_server_begin(&p->server, p->fd, p->fd, &e) == RVT_OK) {
    while (rvt_device_server_drive(&p->server, &drive)) {
      one_clock(p, &drive, &reply, &setup);
      rvt_device_server_done(&p->server, &reply);
    }
  }
  close(p->fd);
  return NULL;
}

static void begin(bool fresh) {
  int pair[2];
  assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
  if (fresh) {
    memset(&place, 0, sizeof place);
    rvt_device_server_init(&place.server, "four words");
  }
  place.fd = pair[1];
  raw = pair[0];
  assert_int_equal(pthread_create(&thread, NULL, serve, &place), 0);
  serving = true;
}

static void open_client(void) {
  struct rvt_error e = {""};
  if (rvt_device_open(&client, NULL, raw, &e) != RVT_OK) fail_msg("%s", e.text);
}

static void end(void) {
  serving = false;
  assert_int_equal(pthread_join(thread, NULL), 0);
  close(raw);
}

/* A test that has failed leaves no server behind that would answer for the next one. */
static int leave(void **state) {
  (void)state;
  if (!serving) return 0;
  serving = false;
  return shutdown(raw, SHUT_RDWR) | pthread_join(thread, NULL) | close(raw);
}

static void accesses_are_apb_transfers(void **state) {
  (void)state;
  uint32_t value = 0;
  begin(true);
  open_client();
  assert_string_equal(client.name, "four words");
  assert_int_equal(rvt_device_write(&client, 0x10, 0x11223344, 0xF), RVT_OK);
  assert_int_equal(rvt_device_read(&client, 0, &value), RVT_OK);
  assert_int_equal(value, 0x11223344);
  assert_int_equal(place.edges, 4); /* two clocks for each */
  assert_int_equal(rvt_device_write(&client, 0, 0xAABBCCDD, 0x5), RVT_OK);
  assert_int_equal(rvt_device_read(&client, 0, &value), RVT_OK);
  assert_int_equal(value, 0x11BB33DD);
  assert_int_equal(rvt_device_write(&client, SLOW, 5, 0xF), RVT_OK);
  assert_int_equal(place.edges, 8 + 8);
  assert_int_equal(rvt_device_read(&client, ERROR, &value), RVT_ERR_MISMATCH);
  assert_string_equal(client.error.text, "the device answers 0xc with an error");
  assert_int_equal(place.accesses, 6);
  assert_false(place.broken_protocol);
  rvt_device_close(&client);
  end();
}

static void clocks_pass_only_when_asked_for(void **state) {
  (void)state;
  struct rvt_device_status s;
  begin(true);
  open_client();
  assert_int_equal(rvt_device_clocks(&client, 100), RVT_OK);
  assert_int_equal(rvt_device_clocks(&client, 0), RVT_OK);
  assert_int_equal(place.edges, 100);
  assert_int_equal(place.run_edges, 0);
  assert_int_equal(rvt_device_hart(&client, true), RVT_OK);
  assert_int_equal(rvt_device_get_status(&client, &s), RVT_OK);
  assert_true(s.run && !s.ended && !s.stall);
  assert_int_equal(place.edges, 100);
  assert_int_equal(rvt_device_clocks(&client, 3000), RVT_OK);
  assert_int_equal(rvt_device_write(&client, 4, 1, 0xF), RVT_OK);
  assert_int_equal(place.run_edges, 3002);
  assert_int_equal(rvt_device_clocks(&client, 1), RVT_OK);
  assert_int_equal(rvt_device_hart(&client, false), RVT_OK);
  assert_int_equal(rvt_device_clocks(&client, 10), RVT_OK);
  assert_int_equal(place.run_edges, 3003);
  assert_int_equal(rvt_device_get_status(&client, &s), RVT_OK);
  assert_true(!s.run && s.stall);
  assert_int_equal(s.insns, 3003);
  assert_int_equal(s.clock, place.edges);
  rvt_device_close(&client);
  end();
  /* The next client finds the device as it was left. */
  begin(false);
  open_client();
  assert_int_equal(rvt_device_get_status(&client, &s), RVT_OK);
  assert_int_equal(s.clock, place.edges);
  assert_int_equal(s.insns, 3003);
  assert_int_equal(rvt_device_hart(&client, true), RVT_OK);
  assert_int_equal(rvt_device_clocks(&client, 2000), RVT_OK);
  assert_int_equal(rvt_device_get_status(&client, &s), RVT_OK);
  assert_true(s.ended);
  rvt_device_close(&client);
  end();
}

static void pins_are_kept_in_order(void **state) {
  (void)state;
  uint8_t bytes[RVT_DEVICE_PINS_MAX];
  struct rvt_device_status s;
  size_t count = 0, sum = 0;
  begin(true);
  open_client();
  assert_int_equal(rvt_device_pins(&client, bytes, &count), RVT_OK);
  assert_int_equal(count, 0);
  assert_int_equal(rvt_device_hart(&client, true), RVT_OK);
  assert_int_equal(rvt_device_clocks(&client, 2500), RVT_OK);
  do {
    assert_int_equal(rvt_device_pins(&client, bytes, &count), RVT_OK);
    for (size_t i = 0; i < count; i++) {
      const size_t n = sum + i;
      assert_int_equal(bytes[i], n % 2 != 0 ? 0xA5 : (uint8_t)(n / 2));
    }
    sum += count;
  } while (count != 0);
  assert_int_equal(sum, 5000);
  assert_int_equal(rvt_device_clocks(&client, RVT_DEVICE_PINS_KEPT), RVT_OK);
  assert_int_equal(rvt_device_get_status(&client, &s), RVT_OK);
  assert_int_equal(s.pins, RVT_DEVICE_PINS_KEPT);
  assert_true(s.pins_lost);
  rvt_device_close(&client);
  end();
}

static void bad_requests_get_one_line(void **state) {
  (void)state;
  static const char *const lines[][2] = {
      {"read", "expected `read ADDRESS`"},
      {"read 3 4", "expected `read ADDRESS`"},
      {"read x", "expected `read ADDRESS`"},
      {"read -4", "expected `read ADDRESS`"},
      {"read 2", "expected an address that is a multiple of 4, found 0x2"},
      {"read 0x10000", "expected `read ADDRESS`"},
      {"write 0", "expected `write ADDRESS VALUE [STROBES]`"},
      {"write 0 0x100000000", "expected `write ADDRESS VALUE [STROBES]`"},
      {"write 0 1 16", "expected `write ADDRESS VALUE [STROBES]`"},
      {"clocks", "expected `clocks NUMBER`"},
      {"clocks 010", "expected decimal, or hexadecimal after 0x, found '010'"},
      {"read 00", "expected decimal, or hexadecimal after 0x, found '00'"},
      {"write 0 1 07", "expected decimal, or hexadecimal after 0x, found '07'"},
      {"clocks 1 2", "expected `clocks NUMBER`"},
      {"hart", "expected read, write, clocks, hart, status, pins or bye, found 'hart'"},
      {"hart walk", "expected `hart run` or `hart hold`"},
      {"", "expected a command, found an empty line"},
      {"status now", "expected read, write, clocks, hart, status, pins or bye, found 'status' with "
                     "other arguments"},
      {"a b c d e f g h", "expected read, write, clocks, hart, status, pins or bye, found 'a' with "
                          "other arguments"},
  };
  begin(true);
  open_client();
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    assert_int_equal(rvt_device_ask(&client, NULL, "%s", lines[i][0]), RVT_ERR_MISMATCH);
    assert_string_equal(client.error.text, lines[i][1]);
  }
  assert_int_equal(place.edges, 0);
  rvt_device_close(&client);
  end();
}

static void requests_come_in_any_pieces(void **state) {
  (void)state;
  static const char text[] = "write 0 7\r\nread 0\nclocks 3\nread\t0x0\nbye\n";
  static const char expected[] =
      "rvt-device 1 four words\nok\nok 0x00000007\nok\nok 0x00000007\nok\n";
  for (size_t piece = 1; piece < sizeof text; piece++) {
    char heard[256];
    size_t size_heard = 0;
    begin(true);
    for (size_t at = 0; at < sizeof text - 1; at += piece) {
      const size_t left = sizeof text - 1 - at;
      const size_t size = left < piece ? left : piece;
      assert_int_equal(write(raw, text + at, size), (ssize_t)size);
    }
    for (ssize_t n; (n = read(raw, heard + size_heard, sizeof heard - size_heard)) > 0;)
      size_heard += (size_t)n;
    assert_int_equal(size_heard, sizeof expected - 1);
    assert_memory_equal(heard, expected, size_heard);
    end();
  }
  /* A line without an end is no request, one too long ends the session. */
  begin(true);
  static char endless[RVT_DEVICE_LINE];
  static const char refused[] =
      "rvt-device 1 four words\nerror expected a line of at most 4095 bytes\n";
  char found[256];
  size_t got = 0;
  memset(endless, 'a', sizeof endless);
  assert_int_equal(write(raw, endless, sizeof endless), (ssize_t)sizeof endless);
  for (ssize_t n; (n = read(raw, found + got, sizeof found - got)) > 0;) got += (size_t)n;
  assert_int_equal(got, sizeof refused - 1);
  assert_memory_equal(found, refused, got);
  end();
  begin(true);
  assert_int_equal(write(raw, "clocks 5", 8), 8);
  assert_int_equal(shutdown(raw, SHUT_WR), 0);
  end();
  assert_int_equal(place.edges, 0);
}

static void a_simulation_that_fails_says_so(void **state) {
  (void)state;
  struct rvt_error e = {""};
  begin(true);
  place.failure = "prdata_o differs";
  place.fail_at = 50;
  open_client();
  assert_int_equal(rvt_device_clocks(&client, 100), RVT_ERR_MISMATCH);
  assert_string_equal(client.error.text, "the simulation has ended: prdata_o differs");
  assert_int_equal(rvt_device_clocks(&client, 1), RVT_ERR_IO);
  end();
  assert_true(place.server.broken);
  assert_int_equal(place.edges, 50);
  /* Another client is greeted and gets nothing. */
  begin(false);
  open_client();
  assert_int_equal(rvt_device_clocks(&client, 1), RVT_ERR_IO);
  end();
  assert_int_equal(place.edges, 50);
  assert_int_equal(rvt_device_open(&client, "unix:/no such place/x", -1, &e), RVT_ERR_IO);
  assert_int_equal(rvt_device_open(&client, "file:x", -1, &e), RVT_ERR_ARG);
  assert_string_equal(e.text, "expected unix:PATH or tcp:HOST:PORT, found 'file:x'");
}

static void strangers_are_recognised(void **state) {
  (void)state;
  static const char *const greetings[] = {"220 mail ready\n", "rvt-device 2 x\n", "\n"};
  for (size_t i = 0; i < sizeof greetings / sizeof greetings[0]; i++) {
    int pair[2];
    struct rvt_error e = {""};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    const size_t size = strlen(greetings[i]);
    assert_int_equal(write(pair[1], greetings[i], size), (ssize_t)size);
    assert_int_equal(rvt_device_open(&client, NULL, pair[0], &e), RVT_ERR_FORMAT);
    close(pair[0]);
    close(pair[1]);
  }
}

/* A peer that greets and then answers with `answer`, whatever is asked. */
static int peer(const char *answer) {
  static const char greeting[] = "rvt-device 1 peer\n";
  int pair[2];
  struct rvt_error e = {""};
  assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
  assert_int_equal(write(pair[1], greeting, sizeof greeting - 1), (ssize_t)sizeof greeting - 1);
  assert_int_equal(write(pair[1], answer, strlen(answer)), (ssize_t)strlen(answer));
  raw = pair[0];
  assert_int_equal(rvt_device_open(&client, NULL, raw, &e), RVT_OK);
  return pair[1];
}

static void answers_that_are_none_are_refused(void **state) {
  (void)state;
  uint8_t bytes[RVT_DEVICE_PINS_MAX];
  char endless[300];
  size_t count = 77;
  struct rvt_device_status s = {.clock = 77};
  int other = peer("okay\n");
  assert_int_equal(rvt_device_clocks(&client, 1), RVT_ERR_FORMAT);
  assert_string_equal(client.error.text, "expected `ok` or `error`, found 'okay'");
  memset(endless, 'a', sizeof endless - 1);
  endless[sizeof endless - 1] = '\0';
  assert_int_equal(rvt_device_ask(&client, NULL, "%s", endless), RVT_ERR_ARG);
  assert_string_equal(client.error.text, "the request is too long");
  close(other);
  close(raw);
  other = peer("ok clock=1 insns=2\nok 0g\nok 012\n");
  assert_int_equal(rvt_device_get_status(&client, &s), RVT_ERR_FORMAT);
  assert_string_equal(client.error.text, "expected a status, found 'clock=1 insns=2'");
  assert_int_equal(s.clock, 77);
  assert_int_equal(rvt_device_pins(&client, bytes, &count), RVT_ERR_FORMAT);
  assert_string_equal(client.error.text, "expected bytes, found '0g'");
  assert_int_equal(rvt_device_pins(&client, bytes, &count), RVT_ERR_FORMAT);
  assert_int_equal(count, 77);
  close(other);
  close(raw);
}

static void addresses_are_looked_at(void **state) {
  (void)state;
  char path[64], other[160] = "unix:";
  struct rvt_error e = {""};
  int first = -1;
  snprintf(path, sizeof path, "unix:/tmp/rvt-device-%ld", (long)getpid());
  assert_int_equal(rvt_device_listen(path, &first, &e), RVT_OK);
  close(first); /* as if it had been killed: its name stays */
  assert_int_equal(rvt_device_open(&client, path, -1, &e), RVT_ERR_IO);
  assert_int_equal(rvt_device_listen(path, &first, &e), RVT_OK);
  rvt_device_unlisten(path, first);
  assert_int_equal(rvt_device_open(&client, path, -1, &e), RVT_ERR_IO);
  memset(other + 5, 'a', sizeof other - 6);
  assert_int_equal(rvt_device_listen(other, &first, &e), RVT_ERR_ARG);
  assert_int_equal(rvt_device_listen("unix:", &first, &e), RVT_ERR_ARG);
  assert_int_equal(rvt_device_listen("tcp:7", &first, &e), RVT_ERR_ARG);
  assert_string_equal(e.text, "tcp:7: expected tcp:HOST:PORT");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(accesses_are_apb_transfers, leave),
      cmocka_unit_test_teardown(clocks_pass_only_when_asked_for, leave),
      cmocka_unit_test_teardown(pins_are_kept_in_order, leave),
      cmocka_unit_test_teardown(bad_requests_get_one_line, leave),
      cmocka_unit_test_teardown(requests_come_in_any_pieces, leave),
      cmocka_unit_test_teardown(a_simulation_that_fails_says_so, leave),
      cmocka_unit_test_teardown(strangers_are_recognised, leave),
      cmocka_unit_test_teardown(answers_that_are_none_are_refused, leave),
      cmocka_unit_test_teardown(addresses_are_looked_at, leave),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

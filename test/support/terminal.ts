import { readSync } from "node:fs";
import type { Socket } from "node:net";
import { spawn, type IPty } from "node-pty";
import { botEnv, type RunOptions, type Sandbox } from "./sandbox.ts";

export interface End {
  exitCode: number;
  signal?: number | undefined;
}

export interface Session {
  pid: number;
  screen: () => string;
  type: (keys: string) => void;
  resize: (columns: number, rows: number) => void;
  /** Waits until the screen shows it, below what was waited for before. */
  shows: (text: string) => Promise<void>;
  ended: Promise<End>;
}

/** A program on a real terminal. */
export function openTerminal(
  sandbox: Sandbox,
  program: string,
  args: string[],
  options: RunOptions = {},
): Session {
  sandbox.readyPlan(options);
  const terminal = spawn(program, args, {
    cwd: sandbox.repository,
    env: { ...sandbox.environment(options), ...botEnv, TERM: "xterm" },
    cols: 100,
    rows: 30,
  });
  readToTheEnd(terminal);
  let screen = "";
  let seen = 0;
  terminal.onData((data) => (screen += data));
  const ended = new Promise<End>((resolve) => terminal.onExit(resolve));
  return {
    pid: terminal.pid,
    screen: () => screen,
    type: (keys) => terminal.write(keys),
    resize: (columns, rows) => terminal.resize(columns, rows),
    shows: async (text) => {
      while (!screen.includes(text, seen)) await new Promise((resolve) => setTimeout(resolve, 10));
      seen = screen.indexOf(text, seen) + text.length;
    },
    ended,
  };
}

/**
 * node-pty drops what it has not read 200 ms after the program's end: on a busy machine, the last lines. When all is read,
 * the terminal ends by itself, or with an error (EIO). libuv takes a hang-up together with a short read for the end, even if the
 * kernel still has lines to pass on: they are read here.
 */
export function readToTheEnd(terminal: IPty): void {
  const { _socket: socket, _fd: fd } = terminal as IPty & { _socket: Socket; _fd: number };
  const destroy = socket.destroy.bind(socket);
  let isRead = false;
  socket.destroy = (error) => {
    if (error !== undefined || socket.readableEnded) {
      if (!isRead) socket.emit("data", readRest(fd));
      isRead = true;
      return destroy(error);
    }
    // A program in the background may keep the terminal open.
    setTimeout(destroy, 10_000).unref();
    return socket;
  };
}

function readRest(fd: number): string {
  const chunks: Buffer[] = [];
  const chunk = Buffer.alloc(64 * 1024);
  try {
    for (let got = -1; got !== 0;) {
      got = readSync(fd, chunk);
      chunks.push(Buffer.from(chunk.subarray(0, got)));
    }
  } catch {
    // EIO: that was all. EAGAIN: a program in the background has the terminal open.
  }
  return Buffer.concat(chunks).toString("utf8");
}

import fs from "node:fs";
import path from "node:path";
import type { DiskStream, NodeDisk } from "../../packages/server/src/store/pglite/durable-fs.ts";

/**
 * Simulates a power failure with a shadow folder that contains only what was synced. Written bytes reach the shadow when their
 * file is synced; new names and removals when their folder or, for a new name, the file is synced. Some writes get there
 * earlier at random, as with a kernel's writeback. Loaded by the database's thread; the shadow starts as a copy, because
 * everything is synced then.
 */
export function wrapDisk(disk: NodeDisk, folder: string): void {
  const shadow = new Shadow(folder, process.env["DURABILITY_SHADOW"] ?? "");
  const { stream_ops: streams, node_ops: nodes } = disk;
  const { write, fsync, setattr: setStreamAttr } = streams as Record<string, (...args: unknown[]) => unknown>;
  const { mknod, rename, unlink, rmdir, setattr } = nodes as Record<string, (...args: unknown[]) => unknown>;
  const pathOf = (node: unknown): string => path.relative(folder, disk.realPath(node));
  const childOf = (parent: unknown, name: unknown): string => path.join(pathOf(parent), String(name));

  Object.assign(streams, {
    write(stream: DiskStream, buffer: unknown, offset: unknown, length: unknown, position: number) {
      const count = write?.(stream, buffer, offset, length, position) as number;
      shadow.write(pathOf(stream.node), position, position + count);
      return count;
    },
    setattr(stream: DiskStream, attr: { size?: number }) {
      setStreamAttr?.(stream, attr);
      if (attr.size !== undefined) shadow.resize(pathOf(stream.node));
    },
    fsync(stream: DiskStream) {
      const answer = fsync?.(stream);
      shadow.sync(pathOf(stream.node), fs.fstatSync(stream.nfd).isDirectory());
      return answer;
    },
  });
  Object.assign(nodes, {
    setattr(node: unknown, attr: { size?: number }) {
      setattr?.(node, attr);
      if (attr.size !== undefined) shadow.resize(pathOf(node));
    },
    mknod(parent: unknown, name: unknown, ...rest: unknown[]) {
      const node = mknod?.(parent, name, ...rest);
      shadow.create(childOf(parent, name));
      return node;
    },
    rename(node: unknown, parent: unknown, name: unknown) {
      const from = pathOf(node);
      const to = childOf(parent, name);
      rename?.(node, parent, name);
      shadow.rename(from, to);
    },
    unlink(parent: unknown, name: unknown) {
      unlink?.(parent, name);
      shadow.forget(childOf(parent, name));
    },
    rmdir(parent: unknown, name: unknown) {
      rmdir?.(parent, name);
      shadow.forget(childOf(parent, name));
    },
  });
}

/** State of a file of the real folder in the shadow. */
interface Known {
  /** Path of its synced bytes: under its last synced name, or aside while it has none. */
  kept: string;
  changed: [from: number, to: number][];
}

const EARLY_PART = Number(process.env["DURABILITY_EARLY_PART"] ?? "0.1");

class Shadow {
  readonly #live: string;
  readonly #root: string;
  readonly #aside: string;
  readonly #known = new Map<string, Known>();
  #created = 0;

  constructor(live: string, root: string) {
    if (root === "") throw new Error("DURABILITY_SHADOW names the folder for what survives");
    this.#live = live;
    this.#root = root;
    this.#aside = `${root}.aside`;
    fs.cpSync(live, root, { recursive: true });
    fs.mkdirSync(this.#aside);
  }

  create(name: string): void {
    if (fs.lstatSync(path.join(this.#live, name)).isDirectory()) return;
    this.#created += 1;
    const kept = path.join(this.#aside, String(this.#created));
    fs.writeFileSync(kept, "");
    this.#known.set(name, { kept, changed: [] });
  }

  write(name: string, from: number, to: number): void {
    const file = this.#find(name);
    if (!file) return;
    if (Math.random() < EARLY_PART) this.#copy(name, file, [[from, to]]);
    else file.changed.push([from, to]);
  }

  resize(name: string): void {
    // The next sync copies the length.
    this.#find(name);
  }

  rename(from: string, to: string): void {
    // Iterates over a copy, because the loop adds names.
    for (const [name, file] of Array.from(this.#known)) {
      if (name !== from && !name.startsWith(`${from}/`)) continue;
      this.#known.delete(name);
      this.#known.set(to + name.slice(from.length), file);
    }
    // A file not touched since the start is still stored under its old name.
    const kept = path.join(this.#root, from);
    if (!this.#known.has(to) && fs.existsSync(kept) && fs.lstatSync(kept).isFile()) this.#known.set(to, { kept, changed: [] });
  }

  forget(name: string): void {
    this.#known.delete(name);
  }

  sync(name: string, isFolder: boolean): void {
    if (isFolder) this.#syncFolder(name);
    else this.#syncFile(name);
  }

  #syncFile(name: string): void {
    const file = this.#find(name);
    // Written through a descriptor after its name was removed: none of it survives a power failure.
    if (!file || !fs.existsSync(path.join(this.#live, name))) return;
    this.#copy(name, file, file.changed);
    file.changed = [];
    fs.truncateSync(file.kept, fs.statSync(path.join(this.#live, name)).size);
    this.#keepName(name, file);
  }

  /** Copies the folder's names to the shadow. A new file that was never synced itself gets its name but no bytes. */
  #syncFolder(name: string): void {
    const live = new Set(fs.readdirSync(path.join(this.#live, name)));
    const kept = path.join(this.#root, name);
    fs.mkdirSync(kept, { recursive: true });
    for (const entry of live) {
      const child = path.join(name, entry);
      if (fs.lstatSync(path.join(this.#live, child)).isDirectory())
        fs.mkdirSync(path.join(this.#root, child), { recursive: true });
      else this.#keepName(child, this.#find(child));
    }
    for (const entry of fs.readdirSync(kept)) if (!live.has(entry)) fs.rmSync(path.join(kept, entry), { recursive: true });
  }

  #keepName(name: string, file: Known | undefined): void {
    const kept = path.join(this.#root, name);
    if (!file || file.kept === kept) return;
    fs.mkdirSync(path.dirname(kept), { recursive: true });
    // A file that had bytes under this name has been replaced; its bytes are moved aside.
    for (const other of this.#known.values()) if (other.kept === kept) this.#setAside(other);
    fs.renameSync(file.kept, kept);
    file.kept = kept;
  }

  #setAside(file: Known): void {
    this.#created += 1;
    const aside = path.join(this.#aside, String(this.#created));
    fs.renameSync(file.kept, aside);
    file.kept = aside;
  }

  #copy(name: string, file: Known, ranges: Known["changed"]): void {
    const from = fs.openSync(path.join(this.#live, name), "r");
    const to = fs.openSync(file.kept, "r+");
    for (const [start, end] of ranges) {
      const bytes = Buffer.alloc(end - start);
      const count = fs.readSync(from, bytes, 0, bytes.length, start);
      fs.writeSync(to, bytes, 0, count, start);
    }
    fs.closeSync(from);
    fs.closeSync(to);
  }

  /** Files that existed at the start are tracked from their first change on. */
  #find(name: string): Known | undefined {
    const known = this.#known.get(name);
    if (known) return known;
    const kept = path.join(this.#root, name);
    if (!fs.existsSync(kept) || !fs.existsSync(path.join(this.#live, name))) return undefined;
    const file: Known = { kept, changed: [] };
    this.#known.set(name, file);
    return file;
  }
}

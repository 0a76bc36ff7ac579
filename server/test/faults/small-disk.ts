import { execFileSync, spawnSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const megabyte = 1024 ** 2

/** A disk of its own that something else can fill. */
export async function mountSmallDisk(megabytes: number) {
  const path = await mkdtemp(join(tmpdir(), 'portico-full-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'tmpfs', path])
  const filler = join(path, 'filler')
  return {
    path,
    /** Something else on the same disk takes all but so much of it. */
    async fillUpTo(leftMegabytes: number) {
      const { bavail, bsize } = await statfs(path)
      const wanted = bavail * bsize - leftMegabytes * megabyte
      const file = createWriteStream(filler, { flags: 'a' })
      const written = new Promise<void>((done) =>
        file.once('close', () => done()).once('error', () => done()),
      )
      for (let bytes = 0; bytes < wanted; bytes += megabyte) file.write(Buffer.alloc(megabyte))
      file.end()
      await written
    },
    empty: () => rm(filler, { force: true }),
    async unmount() {
      spawnSync('umount', ['-l', path])
      await rm(path, { recursive: true, force: true })
    },
  }
}

/** Why this account cannot have such a disk here; false if it can. */
export function whyNoMount(): string | false {
  const at = join(tmpdir(), `portico-mount-${process.pid}`)
  spawnSync('mkdir', [at])
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', at]).status === 0
  if (isMounted) spawnSync('umount', [at])
  spawnSync('rmdir', [at])
  return isMounted ? false : 'this account may not mount a small disk here; disk-space.test.ts has the rest'
}

import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders = new Set<string>()
process.once('exit', () => {
  if (folders.size > 0) removeLater([...folders])
})

/** A folder that is gone when the row is over, or soon after the bench was interrupted. */
export async function tempFolder() {
  const path = await mkdtemp(join(tmpdir(), 'portico-bench-'))
  folders.add(path)
  // The account that a database runs as, where that is not ours, must be able to reach it.
  await chmod(path, 0o711)
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true })
      folders.delete(path)
    },
  }
}

/** Services that were interrupted still write while they stop. */
function removeLater(paths: string[]) {
  const script = 'sleep 5; rm -rf "$@"'
  spawn('/bin/sh', ['-c', script, 'sh', ...paths], { detached: true, stdio: 'ignore' }).unref()
}

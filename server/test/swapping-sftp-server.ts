import { spawn } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** What is swapped, before which message of the client; what that was is written to `seen`. */
export type Swap = { root: string; outside: string; folder: string; at: number; back: boolean; seen: string }

/**
 * The SFTP server of OpenSSH, with somebody beside it: before one message is answered, a folder is replaced by a link to
 * one outside that looks the same, and perhaps put back before the next.
 */
function serve(plan: string) {
  const { root, outside, folder, at, back, seen }: Swap = JSON.parse(readFileSync(plan, 'utf8'))
  const server = spawn('/usr/lib/openssh/sftp-server', [], { stdio: ['pipe', 'inherit', 'inherit'] })
  server.on('exit', () => process.exit())
  let count = 0
  let undo: (() => void) | undefined
  let rest = Buffer.alloc(0)
  process.stdin.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE(0)) {
      const end = 4 + rest.readUInt32BE(0)
      undo?.()
      undo = undefined
      if (count === at) undo = swap() && back ? swapBack : undefined
      count += 1
      writeFileSync(seen, String(count))
      server.stdin.write(rest.subarray(0, end))
      rest = rest.subarray(end)
    }
  })
  process.stdin.on('end', () => server.stdin.end())

  let place = ''
  function swap(): boolean {
    const [parent = '', last = ''] = /^(.*?)([^/]+)$/.exec(folder)?.slice(1) ?? []
    const above = join(root, parent)
    const entries = existsSync(above) ? readdirSync(above, { withFileTypes: true }) : []
    const found = entries.find((entry) => entry.isDirectory() && [entry.name, '*'].includes(last))
    if (!found) return false
    place = join(above, found.name)
    mirror(place, outside)
    renameSync(place, `${root}.aside`)
    symlinkSync(outside, place)
    return true
  }

  /** Unless the message has moved the link, or removed it. */
  function swapBack() {
    if (!lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) return
    unlinkSync(place)
    renameSync(`${root}.aside`, place)
  }
}

function mirror(from: string, to: string) {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true }))
    if (entry.isDirectory()) mirror(join(from, entry.name), join(to, entry.name))
}

const [, , plan] = process.argv
if (import.meta.main && plan) serve(plan)

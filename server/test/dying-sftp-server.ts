import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

/** The message of the client that is not answered any more; how many there were is written to `seen`. */
export type Death = { at: number; seen: string }

/** The SFTP server of OpenSSH, which ends in the middle of a request while the connection stays. */
function serve(plan: string) {
  const { at, seen }: Death = JSON.parse(readFileSync(plan, 'utf8'))
  const server = spawn('/usr/lib/openssh/sftp-server', [], { stdio: ['pipe', 'inherit', 'inherit'] })
  server.on('exit', () => process.exit())
  let count = 0
  let rest = Buffer.alloc(0)
  process.stdin.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE(0)) {
      const end = 4 + rest.readUInt32BE(0)
      count += 1
      writeFileSync(seen, String(count))
      if (count > at) return server.kill('SIGKILL')
      server.stdin.write(rest.subarray(0, end))
      rest = rest.subarray(end)
    }
  })
  process.stdin.on('end', () => server.stdin.end())
}

const [, , plan] = process.argv
if (import.meta.main && plan) serve(plan)

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

export const account = { username: 'portico', password: 'tried and tested' }

const servers = {
  async radicale(folder: string, port: number) {
    await writeFile(join(folder, 'users'), `${account.username}:${account.password}\n`)
    const config = [
      '[server]',
      `hosts = 127.0.0.1:${port}`,
      '[auth]',
      'type = htpasswd',
      `htpasswd_filename = ${join(folder, 'users')}`,
      'htpasswd_encryption = plain',
      '[storage]',
      `filesystem_folder = ${join(folder, 'data')}`,
    ]
    await writeFile(join(folder, 'config'), config.join('\n'))
    return { command: 'radicale', args: ['--config', join(folder, 'config')], home: `/${account.username}/` }
  },
  async xandikos(folder: string, port: number) {
    const args = ['-d', join(folder, 'data'), '-l', '127.0.0.1', '-p', String(port)]
    const principal = ['--current-user-principal', `/${account.username}/`, '--defaults']
    return { command: 'xandikos', args: [...args, ...principal], home: `/${account.username}/calendars/` }
  },
}

export type CalDavServer = Awaited<ReturnType<typeof startCalDav>>

/** A CalDAV server of Debian on loopback, with a folder of its own, behind a door that can be shut. */
export async function startCalDav(name: keyof typeof servers) {
  const folder = await mkdtemp(join(tmpdir(), `portico-${name}-`))
  await mkdir(join(folder, 'data'))
  const port = await freePort()
  const { command, args, home } = await servers[name](folder, port)
  let said = ''
  const child: ChildProcess = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said += chunk
    })
  await until(async () => {
    assert.equal(child.exitCode, null, said)
    return fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
  })

  let mood: 'well' | 'hanging' | 'refusing' | 'down' = 'well'
  const waiting = new Set<ServerResponse>()
  const door = createServer((asked, answer) => {
    if (mood === 'down') return asked.socket.destroy()
    if (mood === 'hanging') return void waiting.add(answer)
    if (mood === 'refusing') return answer.writeHead(403).end()
    const { method, url: path, headers } = asked
    const on = request({ port, host: '127.0.0.1', method, path, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    on.on('error', () => answer.destroy())
    asked.pipe(on)
  })
  await new Promise<void>((listening) => door.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(door.address() as AddressInfo).port}${home}`

  return {
    url,
    /** Every event that is kept, with its time. */
    async events(): Promise<string[]> {
      const found: string[] = []
      for await (const path of glob('**/*.ics', { cwd: join(folder, 'data') })) {
        const text = await readFile(join(folder, 'data', path), 'utf8')
        found.push(`${relative('.', path)} ${/BEGIN:VEVENT[\s\S]*?(DTSTART.*)/.exec(text)?.[1]?.trim()}`)
      }
      return found.toSorted()
    },
    setMood(other: typeof mood) {
      mood = other
      if (other === 'hanging') return
      for (const answer of waiting) answer.destroy()
      waiting.clear()
    },
    async close() {
      for (const answer of waiting) answer.destroy()
      door.closeAllConnections()
      door.close()
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

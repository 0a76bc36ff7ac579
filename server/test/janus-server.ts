import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from './until.ts'

export type JanusServer = Awaited<ReturnType<typeof startJanus>>

export const [adminSecret, adminKey] = ['overlord', 'key of the bridge']
const plugin = 'janus.plugin.audiobridge'

/** The Janus of Debian on loopback, with nothing but the AudioBridge and HTTP. */
export async function startJanus() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-janus-'))
  const recordings = join(folder, 'recordings')
  await mkdir(recordings)
  const [apiPort, adminPort] = [await freePort(), await freePort()]
  const libraries = await librariesOf()
  const others = (kind: string, kept: string) =>
    readdir(join(libraries, kind)).then((all) =>
      all.filter((name) => name.endsWith('.so') && name !== kept).join(),
    )
  const files = {
    'janus.jcfg': `general: { configs_folder = "${folder}", plugins_folder = "${libraries}/plugins",
      transports_folder = "${libraries}/transports", events_folder = "${folder}", loggers_folder = "${folder}",
      admin_secret = "${adminSecret}", interface = "127.0.0.1", debug_level = 3 }
      plugins: { disable = "${await others('plugins', 'libjanus_audiobridge.so')}" }
      transports: { disable = "${await others('transports', 'libjanus_http.so')}" }`,
    'janus.transport.http.jcfg': `general: { http = true, port = ${apiPort}, ip = "127.0.0.1", https = false }
      admin: { admin_http = true, admin_port = ${adminPort}, admin_ip = "127.0.0.1", admin_https = false }`,
    'janus.plugin.audiobridge.jcfg': `general: { admin_key = "${adminKey}", record_tmp_ext = "tmp", local_ip = "127.0.0.1" }`,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const [api, admin] = [`http://127.0.0.1:${apiPort}/janus`, `http://127.0.0.1:${adminPort}/admin`]
  let child: ChildProcess | undefined

  const post = async (url: string, body: object) => {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify({ transaction: 't', ...body }) })
    return (await response.json()) as { data: { id: number }; response?: Record<string, unknown> }
  }
  const janus = {
    ...{ admin, recordings },
    ask: async (request: object) =>
      (await post(admin, { janus: 'message_plugin', plugin, admin_secret: adminSecret, request })).response ??
      {},
    async start() {
      child = spawn('janus', ['-F', folder, '-C', join(folder, 'janus.jcfg')], { stdio: 'ignore' })
      await until(() => post(admin, { janus: 'ping' }).catch(() => undefined))
    },
    async kill() {
      const dead = child && once(child, 'exit')
      child?.kill('SIGKILL')
      await dead
      child = undefined
    },
    /** Somebody joins over plain RTP: what the room says to it, or what it says against it. */
    async join(room: number, token: string, display: string) {
      const session = (await post(api, { janus: 'create' })).data.id
      const handle = (await post(`${api}/${session}`, { janus: 'attach', plugin })).data.id
      const socket = createSocket('udp4').unref()
      await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound))
      const rtp = { ip: '127.0.0.1', port: socket.address().port, payload_type: 111 }
      const body = { request: 'join', room, token, display, rtp }
      await post(`${api}/${session}/${handle}`, { janus: 'message', body })
      const event = await (await fetch(`${api}/${session}?maxev=1`)).json()
      const { rtp: place, error } = (event as Joined).plugindata.data
      let count = 0
      return {
        error,
        /** Twenty milliseconds of silence in Opus for each packet, in their own time. */
        async speak(packets: number) {
          for (let index = 0; index < packets; index += 1) {
            const packet = Buffer.from([0x80, 111, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 0xf8, 0xff, 0xfe])
            packet.writeUInt16BE(count, 2)
            packet.writeUInt32BE(count * 960, 4)
            count += 1
            if (place) socket.send(packet, place.port, place.ip)
            await new Promise((next) => setTimeout(next, 20))
          }
        },
        async leave() {
          socket.close()
          await post(`${api}/${session}`, { janus: 'destroy' })
        },
      }
    },
    async close() {
      await janus.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
  await janus.start()
  return janus
}

type Joined = { plugindata: { data: { error?: string; rtp?: { ip: string; port: number } } } }

async function librariesOf(): Promise<string> {
  for (const name of await readdir('/usr/lib'))
    if ((await readdir(join('/usr/lib', name)).catch((): string[] => [])).includes('janus'))
      return join('/usr/lib', name, 'janus')
  throw new Error('janus is not installed')
}

async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((closed) => server.close(closed))
  return port
}

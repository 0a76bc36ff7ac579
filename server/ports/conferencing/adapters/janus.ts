import { createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { conferencing } from '@portico/contract/ports/conferencing'
import { address, defineAdapter, type Host, PortError, secret } from '@portico/contract/ports/kit'
import Type from '@portico/contract/type'
import { msBetween } from '../../../core/time/moments.ts'
import { reach } from '../../http/reach.ts'
import { openOwnConferences } from '../own-conferences.ts'

const plugin = 'janus.plugin.audiobridge'
const mostAnswer = 1024 * 1024
const lookMs = 2000
/** A WAV file without a sample. */
const emptyWav = 44
/** What has not grown for so long is written no more. */
const stillMs = 3000
const [noSuchRoom, roomExists, notAllowed] = [485, 486, 489]

type Person = { name: string; id?: string }
type Said = { error_code?: number; error?: string; list?: Room[]; participants?: Participant[] }
type Room = { room: number; description?: string; num_participants?: number }
type Participant = { id: number; display?: string }

/**
 * Rooms of the AudioBridge of Janus, by its Admin API. Whoever joins has a token of their own, which the room knows; Janus
 * forgets a room when it is restarted, so it is made again whenever somebody asks for their link.
 */
export default defineAdapter({
  port: conferencing,
  name: 'janus',
  does: 'Hosts remote sessions by sound on Janus, and collects their recordings.',
  options: Type.Object({
    url: address('The Admin API of Janus', {
      schemes: ['http', 'https'],
      examples: ['http://127.0.0.1:7088/admin'],
    }),
    adminSecret: secret('The `admin_secret` of Janus'),
    adminKey: secret('The `admin_key` of its AudioBridge'),
    linkSecret: secret('What the tokens of links are made with, at least 32 characters'),
    joinUrl: Type.String({
      pattern: '^https?://[^?#]+$',
      maxLength: 500,
      description: 'Your page on which people join: it gets room, token and name behind the #',
      examples: ['https://meet.example.org/join'],
    }),
    recordings: Type.Optional(
      Type.String({
        pattern: '^/',
        maxLength: 500,
        description:
          'The folder into which Janus records, as both sides see it; without it nothing is recorded',
        examples: ['/srv/janus/recordings'],
      }),
    ),
  }),
  open({ url, adminSecret, adminKey, linkSecret, joinUrl, recordings }, host) {
    if (linkSecret.length < 32) throw new PortError('invalid', 'linkSecret must have at least 32 characters.')
    const conferences = openOwnConferences(host)
    const sealed = (text: string) => createHmac('sha256', linkSecret).update(text).digest('hex').slice(0, 40)
    const roomOf = (handle: string) => Number.parseInt(handle.slice('portico-'.length).slice(0, 13), 16)
    const secretOf = (handle: string) => sealed(`secret ${handle}`)

    const ask = openAdminApi({ url, adminSecret }, host)

    const make = async (handle: string, signal: AbortSignal) => {
      await conferences.refuseGone(handle)
      const file = `${handle}-${host.now().getTime()}.wav`
      await ask(
        {
          ...{ request: 'create', admin_key: adminKey, room: roomOf(handle), description: handle },
          ...{ secret: secretOf(handle), is_private: true, sampling_rate: 48_000 },
          // A list with one that nobody has: only those who are added later come in.
          ...{ allowed: [sealed(`nobody ${handle}`)], allow_rtp_participants: true },
          ...(recordings ? { record: true, record_dir: recordings, record_file: file } : {}),
        },
        signal,
        roomExists,
      )
    }
    const links = async (handle: string, signal: AbortSignal, person: Person = { name: 'Guest' }) => {
      await make(handle, signal)
      const room = roomOf(handle)
      const tokenOf = (role: string) => sealed(`${role} ${person.id ?? person.name} ${handle}`)
      const [ofHost, ofGuest] = [tokenOf('host'), tokenOf('participant')]
      const allowed = [ofHost, ofGuest]
      await ask({ request: 'allowed', room, secret: secretOf(handle), action: 'add', allowed }, signal)
      const link = (token: string, more = {}) =>
        `${joinUrl}#${new URLSearchParams({ room: String(room), token, name: person.name, ...more })}`
      const hostUrl = link(ofHost, { secret: secretOf(handle) })
      return { handle, hostUrl, participantUrl: link(ofGuest) }
    }
    /** What is recorded is whole once the room is gone. */
    const end = (handle: string, signal: AbortSignal) =>
      ask({ request: 'destroy', room: roomOf(handle), secret: secretOf(handle) }, signal, noSuchRoom)

    /** What a Janus that was killed has not finished is taken as it is. */
    const recorded = async (folder: string, handle: string, signal: AbortSignal) => {
      for (let look = 0; ; look += 1) {
        const names = (await readdir(folder)).filter((name) => isOf(handle, name)).toSorted()
        const files = await Promise.all(
          names.map(async (name) => ({ name, ...(await sizeOf(join(folder, name))) })),
        ).catch(hasItsLastName)
        const isWritten = ({ name, changedAt }: { name: string; changedAt: Date }) =>
          name.endsWith('.tmp') && msBetween(changedAt, host.now()) < stillMs
        if (files && !files.some(isWritten)) return files
        if (look === 40) throw new PortError('unavailable', 'Janus is still writing the recording.')
        await sleep(200, undefined, { signal })
      }
    }

    const watching = watch(
      (request, signal) => ask({ ...request, admin_key: adminKey }, signal),
      (name, handle, { id, display = 'Somebody' }) => {
        const fact = {
          handle,
          participant: { name: display, id: `janus ${id}` },
          at: host.now().toISOString(),
        }
        return host.tell(name, fact, { id: `${handle} ${id} ${name}` })
      },
      keptPresence(host),
    )

    return {
      supports: ['presence', 'personalLinks', ...(recordings ? (['artifacts'] as const) : [])],
      calls: {
        create: (_, { key, signal }) => links(conferences.handleOf(`${linkSecret} ${key}`), signal),
        update: ({ handle }, { signal }) => links(handle, signal),
        detail: ({ handle, participant }, { signal }) => links(handle, signal, participant),
        async cancel({ handle }, { signal }) {
          if (await conferences.isCancelled(handle)) return {}
          await end(handle, signal)
          await conferences.rememberCancelled(handle)
          return {}
        },
        async collect({ handle }, { signal }) {
          if (!recordings) throw new PortError('notSupported', 'Nothing is recorded: recordings is not set.')
          await end(handle, signal)
          const artifacts = (await recorded(recordings, handle, signal))
            .filter(({ size }) => size > emptyWav)
            .map(({ name, size }) => ({
              ...{ artifactId: name, kind: 'recording' as const, name: name.replace(/\.tmp$/, ''), size },
              mediaType: 'audio/wav',
            }))
          return { artifacts }
        },
        async fetchArtifact({ handle, artifactId }) {
          const path = recordings && isOf(handle, artifactId) ? join(recordings, artifactId) : undefined
          const found = path && (await sizeOf(path).catch(() => undefined))
          if (!path || !found) throw new PortError('gone', 'Janus has no such recording any more.')
          return wholeWav(path, found.size)
        },
      },
      check: async (signal) => void (await ask({ request: 'list', admin_key: adminKey }, signal)),
      start: async () => watching.start(),
      close: () => watching.stop(),
    }
  },
})

/** Requests to the plugin through the Admin API. */
function openAdminApi({ url, adminSecret }: { url: string; adminSecret: string }, host: Pick<Host, 'fetch'>) {
  const post = async (body: object, signal: AbortSignal) => {
    const sent = JSON.stringify({ transaction: 'portico', admin_secret: adminSecret, ...body })
    const headers = { 'content-type': 'application/json' }
    const response = await reach(host.fetch, url, { method: 'POST', headers, body: sent, signal })
    const text = (await response.text()).slice(0, mostAnswer)
    if (!response.ok) throw new PortError('unavailable', `Janus answers ${response.status}.`)
    const answer = parsed(text)
    if (answer?.error?.code === 403)
      throw new PortError('unauthorized', 'The admin secret of Janus is not accepted.')
    if (answer?.janus === undefined || answer.error)
      throw new PortError('unavailable', 'Janus gives no answer of its Admin API.')
    return answer
  }
  return async (request: object, signal: AbortSignal, accepted?: number): Promise<Said> => {
    const { response = {} } = await post({ janus: 'message_plugin', plugin, request }, signal)
    const { error_code: code, error = 'no reason' } = response
    if (code === undefined || code === accepted) return response
    if (code === notAllowed) throw new PortError('unauthorized', `Janus does not allow it: ${error}.`)
    throw new PortError(code === noSuchRoom ? 'gone' : 'refused', `Janus does not do it: ${error}.`)
  }
}

const isOf = (handle: string, name: string) =>
  name.startsWith(`${handle}-`) && /^portico-[0-9a-f]{32}-\d{1,16}\.wav(\.tmp)?$/.test(name)

/** A file that is gone since it was listed was whole at that moment, and lost its `.tmp`. */
function hasItsLastName(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function sizeOf(path: string) {
  const { size, mtime } = await stat(path)
  return { size, changedAt: mtime }
}

/** With the sizes in its header that Janus writes at the end. */
async function* wholeWav(path: string, size: number): AsyncGenerator<Uint8Array> {
  let at = 0
  for await (const part of createReadStream(path, { end: size - 1 })) {
    const bytes = part as Buffer
    if (at === 0 && bytes.length >= emptyWav) {
      bytes.writeUInt32LE(size - 8, 4)
      bytes.writeUInt32LE(size - emptyWav, emptyWav - 4)
    }
    at += bytes.length
    yield bytes
  }
}

type Told = 'participantJoined' | 'participantLeft'

type Here = { handle: string; who: Participant }

/** Who was told to be here: whoever has left while the service was down is told of when it is up again. */
function keptPresence({ state }: Pick<Host, 'state'>) {
  type Kept = { here?: Record<string, Here> }
  return {
    read: async () => new Map(Object.entries(((await state.read()) as Kept | undefined)?.here ?? {})),
    write: (here: ReadonlyMap<string, Here>) =>
      state.change((before) => ({ ...((before ?? {}) as Kept), here: Object.fromEntries(here) })),
  }
}

/** Tells who comes and goes. */
function watch(
  ask: (request: object, signal: AbortSignal) => Promise<Said>,
  tell: (name: Told, handle: string, who: Participant) => Promise<void>,
  kept: ReturnType<typeof keptPresence>,
) {
  const stopping = new AbortController()
  const { signal } = stopping
  let here: Map<string, Here> | undefined
  let looking: Promise<void> | undefined

  async function look() {
    here ??= await kept.read()
    const { list = [] } = await ask({ request: 'list' }, signal)
    const now = new Map<string, Here>()
    for (const { room, description: handle = '', num_participants: count = 0 } of list) {
      if (!handle.startsWith('portico-') || count === 0) continue
      const { participants = [] } = await ask({ request: 'listparticipants', room }, signal)
      for (const who of participants) now.set(`${handle} ${who.id}`, { handle, who })
    }
    // Kept after it was told: what is told twice is one fact by its id.
    for (const [key, one] of now)
      if (!here.has(key)) {
        await tell('participantJoined', one.handle, one.who)
        await kept.write(here.set(key, one))
      }
    for (const [key, one] of here)
      if (!now.has(key)) {
        await tell('participantLeft', one.handle, one.who)
        here.delete(key)
        await kept.write(here)
      }
  }

  return {
    start() {
      looking ??= (async () => {
        while (!signal.aborted) {
          // What cannot be asked now is asked again: the check of the binding says that Janus is away.
          await look().catch(() => {})
          await sleep(lookMs, undefined, { signal }).catch(() => {})
        }
      })()
    },
    async stop() {
      stopping.abort()
      await looking
    },
  }
}

type Answer = { janus?: string; error?: { code?: number }; response?: Said }

function parsed(text: string): Answer | undefined {
  try {
    return JSON.parse(text) as Answer
  } catch {
    return undefined
  }
}

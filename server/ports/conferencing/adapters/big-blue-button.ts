import { createHash } from 'node:crypto'
import { conferencing } from '@portico/contract/ports/conferencing'
import { address, defineAdapter, PortError, secret } from '@portico/contract/ports/kit'
import Type from '@portico/contract/type'
import { reach } from '../../http/reach.ts'
import { openOwnConferences } from '../own-conferences.ts'

const mostAnswer = 1024 * 1024
const guest = { name: 'Guest' }

/**
 * Meetings of BigBlueButton by its API: each call has a checksum, the SHA-256 of its name, its query and the shared secret.
 * A join link carries the time at which the meeting was created, so it is dead once the meeting is made anew.
 */
export default defineAdapter({
  port: conferencing,
  name: 'big-blue-button',
  does: 'Hosts remote sessions on BigBlueButton, and collects their recordings.',
  options: Type.Object({
    url: address('The API, as `bbb-conf --secret` prints it', {
      schemes: ['http', 'https'],
      examples: ['https://bbb.example.org/bigbluebutton/api'],
    }),
    sharedSecret: secret('The shared secret of the API'),
    callbackUrl: Type.Optional(
      Type.String({
        pattern: '^https?://[^?#]+$',
        maxLength: 500,
        description: 'Where BigBlueButton reaches this service, to report recordings that are ready',
        examples: ['https://portico.example.org'],
      }),
    ),
  }),
  /** The callback of a recording that is ready: a form with a JSON Web Token, signed with the shared secret (HS256). */
  async receive({ sharedSecret }, { name, body, now }) {
    const given = new URLSearchParams(Buffer.from(body).toString('latin1')).getAll('signed_parameters')
    if (name !== 'recordingReady' || given.length !== 1) return undefined
    const { jwtVerify } = await import('jose')
    const key = new TextEncoder().encode(sharedSecret)
    const checks = { algorithms: ['HS256'], currentDate: now }
    const token = await jwtVerify(given[0] ?? '', key, checks).catch(() => undefined)
    if (!token) return undefined
    const { meeting_id: handle, record_id: artifactId } = token.payload
    const fact = { handle, ...recordingOf(artifactId, 'Session'), at: now.toISOString() }
    return {
      id: `recording ${createHash('sha256').update(String(artifactId)).digest('hex')}`,
      fact: fact as never,
    }
  },
  open({ url, sharedSecret, callbackUrl }, host) {
    const base = url.replace(/\/+$/, '')
    const signed = (call: string, query: Record<string, string>) => {
      const given = new URLSearchParams(query).toString()
      const checksum = createHash('sha256')
        .update(call + given + sharedSecret)
        .digest('hex')
      return `${base}/${call}?${given}${given ? '&' : ''}checksum=${checksum}`
    }
    const ask = async (call: string, query: Record<string, string>, signal: AbortSignal) => {
      const response = await reach(host.fetch, signed(call, query), { method: 'GET', signal })
      const text = (await response.text()).slice(0, mostAnswer)
      if (response.status >= 500)
        throw new PortError('unavailable', `BigBlueButton answers ${response.status}.`)
      if (!/<response>/.test(text))
        throw new PortError('unavailable', 'BigBlueButton gives no answer of its API.')
      const failed = tagIn(text, 'returncode') !== 'SUCCESS'
      const why = tagIn(text, 'messageKey') ?? 'unknown'
      if (failed && why === 'checksumError')
        throw new PortError('unauthorized', 'The shared secret of BigBlueButton is not accepted.')
      return { text, failed, why }
    }
    const conferences = openOwnConferences(host)
    const report = callbackUrl && {
      'meta_bbb-recording-ready-url': `${callbackUrl.replace(/\/+$/, '')}/ports/conferencing/${host.binding}/inbound/recordingReady`,
    }
    /** A meeting that nobody has joined for a while is forgotten: to create it again is how it is found. */
    const create = async (meetingID: string, signal: AbortSignal) => {
      await conferences.refuseGone(meetingID)
      const query = { meetingID, name: 'Session', record: 'true', ...report }
      const { text, failed, why } = await ask('create', query, signal)
      if (failed) throw new PortError('refused', `BigBlueButton does not create the meeting: ${why}.`)
      return text
    }
    const links = (meetingID: string, createTime: string, { name, id }: { name: string; id?: string }) => {
      const join = (role: string) =>
        signed('join', {
          ...{ meetingID, fullName: name, role, createTime },
          ...(id === undefined ? {} : { userID: id }),
        })
      return { handle: meetingID, hostUrl: join('MODERATOR'), participantUrl: join('VIEWER') }
    }
    const made = async (
      meetingID: string,
      signal: AbortSignal,
      person: { name: string; id?: string } = guest,
    ) => links(meetingID, tagIn(await create(meetingID, signal), 'createTime') ?? '', person)

    return {
      supports: ['personalLinks', 'artifacts'],
      calls: {
        create: (_, { key, signal }) => made(conferences.handleOf(key), signal),
        update: ({ handle }, { signal }) => made(handle, signal),
        detail: ({ handle, participant }, { signal }) => made(handle, signal, participant),
        async cancel({ handle }, { signal }) {
          if (await conferences.isCancelled(handle)) return {}
          const { failed, why } = await ask('end', { meetingID: handle }, signal)
          if (failed && why !== 'notFound')
            throw new PortError('refused', `BigBlueButton does not end the meeting: ${why}.`)
          await conferences.rememberCancelled(handle)
          return {}
        },
        async collect({ handle }, { signal }) {
          const { text, failed, why } = await ask(
            'getRecordings',
            { meetingID: handle, state: 'published' },
            signal,
          )
          if (failed && why !== 'noRecordings')
            throw new PortError('refused', `BigBlueButton does not list its recordings: ${why}.`)
          const artifacts = [...text.matchAll(/<recording>([\s\S]*?)<\/recording>/g)].map(
            ([, recording = '']) =>
              recordingOf(tagIn(recording, 'recordID') ?? '', tagIn(recording, 'name') ?? 'Session'),
          )
          return { artifacts: artifacts.filter(({ artifactId }) => artifactId !== '') }
        },
        async fetchArtifact({ artifactId }, { signal }) {
          const { text } = await ask('getRecordings', { recordID: artifactId }, signal)
          const place = [...text.matchAll(/<url>([^<]+)<\/url>/g)].map(([, found = '']) =>
            unescaped(found.trim()),
          )[0]
          if (place === undefined)
            throw new PortError('gone', 'BigBlueButton has no such recording any more.')
          const response = await host.fetchLarge(new URL(place, base).href, { signal })
          if (response.status === 404 || response.status === 410)
            throw new PortError('gone', 'BigBlueButton has deleted the recording.')
          if (!response.ok || !response.body)
            throw new PortError('unavailable', `BigBlueButton answers ${response.status} for a recording.`)
          return response.body
        },
      },
      async check(signal) {
        await ask('getMeetings', {}, signal)
      },
    }
  },
})

const recordingOf = <Id>(artifactId: Id, name: string) => ({
  ...{ artifactId, kind: 'recording' as const },
  ...{ name: `${name}.webm`, mediaType: 'video/webm' },
})

const tagIn = (xml: string, tag: string): string | undefined =>
  new RegExp(`<${tag}>(?:<!\\[CDATA\\[)?([^<\\]]*)`).exec(xml)?.[1]?.trim() || undefined

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

import type { Subject } from '@portico/contract/conformance/kit'
import { subjectOf } from '@portico/contract/conformance/kit'
import type { conferencing } from '@portico/contract/ports/conferencing'
import { chunkMediaType } from '@portico/contract/rooms'
import { rooms as baseline } from '../ports/conferencing/baseline.ts'
import { webmChunks } from './sound.ts'
import type { World } from './world.ts'

const slot = { startsAt: '2027-05-04T14:00:00.000Z', minutes: 60, timeZone: 'America/New_York' }
const session = { sessionId: 'session_kit', kind: 'video' as const, slot }
const tokenIn = (url: string) => new URL(url).hash.slice(1)

/** The rooms of a service whose conferences are hosted elsewhere, for the laws of the port. */
export async function roomsSubject({ service, caseId }: World): Promise<Subject<typeof conferencing>> {
  const { db, portico } = service
  const { rooms } = portico
  const definition: typeof baseline = {
    ...baseline,
    open: (options, host) => baseline.open(options, { ...host, parts: service } as typeof host),
  }
  const allIsTold = () => db.rows(`update room_events set is_untold = false`)
  // Before anybody looks who would tell of it.
  const held = await hold()

  /** Somebody came, spoke and went, and the session was held. */
  async function hold(): Promise<Record<'joined' | 'left', string> & { handle: string }> {
    const handle = await rooms.create('kit', { case: { caseId, docketNumber: '1' }, ...session })
    const { hostUrl } = await rooms.links(handle, { id: 'party_1', name: 'Maria Lindqvist' })
    const link = tokenIn(hostUrl)
    const { seat, now } = await rooms.enter(link, undefined)
    await rooms.act(link, seat, { type: 'consent', isGiven: true })
    const bytes = webmChunks(1)[0]?.toString('base64') ?? ''
    const chunk = { track: 't1', sequence: 0, startedAt: now, offsetMs: 0, durationMs: 1000, bytes }
    await rooms.store(link, { ...chunk, link, seat, mediaType: chunkMediaType })
    await rooms.act(link, seat, { type: 'leave' })
    await rooms.close(handle)
    const events = await db.rows<{ type: 'joined' | 'left'; number: string }>(
      `update room_events set is_untold = false where handle = $1 and type in ('joined', 'left') returning type, number`,
      [handle],
    )
    await db.rows(`update rooms set assembled_at = now() where handle = $1`, [handle])
    return { handle, ...Object.fromEntries(events.map(({ type, number }) => [type, number])) } as never
  }
  /** As after a crash between telling and noting that it was told. */
  const tell = (type: 'joined' | 'left') => async () => {
    await db.rows(`update room_events set is_untold = (number = $1)`, [held[type]])
  }

  return subjectOf(definition, { lookMs: 20 } as never, {
    async effects() {
      const rows = await db.rows<{ line: string }>(
        `select concat_ws(' ', handle, kind, slot->>'startsAt', cancelled_at is null, closed_at is null) as line
         from rooms order by handle`,
      )
      return rows.map(({ line }) => line)
    },
    async admits(url) {
      const link = tokenIn(url)
      const entered = await rooms.enter(link, undefined).catch(() => undefined)
      if (entered) await rooms.act(link, entered.seat, { type: 'leave' })
      await allIsTold()
      return entered !== undefined
    },
    refused: { create: { ...session, case: { docketNumber: '1' } } },
    provoke: {
      participantJoined: tell('joined'),
      participantLeft: tell('left'),
      async recordingReady() {
        await allIsTold()
        await db.rows(`update rooms set assembled_at = null where handle = $1`, [held.handle])
      },
    },
  })
}

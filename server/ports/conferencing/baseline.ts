import { createReadStream } from 'node:fs'
import { conferencing } from '@portico/contract/ports/conferencing'
import { PortError } from '@portico/contract/ports/kit'
import Type from '@portico/contract/type'
import { awayMs, settleMs } from '../../app/sessions/conference/room-rules.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { msEarlier, msLater } from '../../core/time/moments.ts'
import { forgetFiledChunks } from '../../store/room-chunks.ts'
import { markTold, untoldPresence } from '../../store/room-people.ts'
import { markAssembled, type Room, roomsToAssemble, unattendedRooms } from '../../store/rooms.ts'
import { type BaselineHost, defineBaseline } from '../delivery/bindings/baseline.ts'
import { backoffMs } from '../delivery/ledger/backoff.ts'

/** In-app hosting: rooms that the service itself keeps. It comes through the same door as any other service. */
export const rooms = defineBaseline({
  port: conferencing,
  name: 'rooms',
  does: 'Hosts remote sessions in the workspace, for up to six people.',
  options: Type.Object({}),
  open(options, host: BaselineHost<typeof conferencing, 'assembleSound' | 'rooms'>) {
    const { rooms } = host.parts.portico
    const withLinks = async (handle: string, participant?: { name: string; id?: string }) => ({
      handle,
      ...(await rooms.links(
        handle,
        participant && { id: participant.id ?? participant.name, name: participant.name },
      )),
    })
    const { lookMs = 1000 } = options as { lookMs?: number }
    const watching = watch(host, lookMs)
    return {
      supports: ['presence', 'personalLinks', 'artifacts'],
      calls: {
        async create(input, { key, signal }) {
          signal.throwIfAborted()
          return withLinks(await rooms.create(key, { ...input, ...knownCase(input.case) })).catch(asGone)
        },

        async update({ handle, ...input }, { signal }) {
          signal.throwIfAborted()
          await rooms.move(handle, input).catch(asGone)
          return withLinks(handle)
        },

        detail: ({ handle, participant }) => withLinks(handle, participant).catch(asGone),

        async cancel({ handle }, { signal }) {
          signal.throwIfAborted()
          await rooms.cancel(handle)
          return {}
        },

        /** What was said is put together when everybody has sent the rest of it; that is told then. */
        async collect({ handle }, { signal }) {
          signal.throwIfAborted()
          await rooms.close(handle).catch(asGone)
          return { artifacts: [] }
        },

        /** Sound is handed over with the fact that it is ready. */
        async fetchArtifact() {
          throw new PortError('gone', 'Nothing of what this person sent can be read as sound.')
        },
      },
      start: async () => watching.start(),
      close: () => watching.stop(),
    }
  },
})

/** In one process at a time: tells who came and went, and hands over the sound of sessions that were held. */
function watch(host: BaselineHost<typeof conferencing, 'assembleSound' | 'rooms'>, lookMs: number) {
  const { db, clock, portico } = host.parts
  const stopping = new AbortController()
  let looking = Promise.resolve()
  const putOff = new Map<string, { attempt: number; until: Date }>()

  const notLookedAfter = (error: unknown) =>
    host.log('warn', 'rooms could not be looked after', { why: String(error).slice(0, 200) })

  const tellPresence = async () => {
    for (const { number, handle, type, at, personId, name, isHost } of await untoldPresence(db)) {
      const fact = { handle, participant: { name, id: personId }, isHost, at: at.toISOString() }
      const told = type === 'joined' ? 'participantJoined' : 'participantLeft'
      await host.tell(told, fact, { id: `${handle} ${number}` }).catch((error: unknown) => {
        // What can never be told is not in the way of what can.
        if (!(error instanceof PortError && error.code === 'invalid')) throw error
        notLookedAfter(error)
      })
      await markTold(db, number)
    }
  }

  const handOver = async ({ handle }: Room) => {
    for await (const sound of portico.assembleSound(handle)) {
      const { personId, name, startedAt, durationMs, path, gaps, repeats } = sound
      const file = { name: `${name}.ogg` }
      const uploaded = durationMs > 0 ? await host.upload(createReadStream(path), file) : {}
      if (gaps.length > 0 || repeats > 0)
        host.log('info', 'a recording has gaps or repeats', { handle, gaps: gaps.length, repeats })
      const artifactId = `sound_${personId}`
      const of = { handle, artifactId, kind: 'recording', mediaType: 'audio/ogg' } as const
      const speaker = { name, participantId: personId }
      const missing = gaps.length > 0 ? { gaps } : {}
      const fact = { ...of, ...file, speaker, startedAt: startedAt.toISOString(), durationMs, ...missing }
      await host.tell(
        'recordingReady',
        { ...fact, ...uploaded, at: clock().toISOString() },
        { id: `${handle} ${artifactId}` },
      )
    }
    await markAssembled(db, handle, clock())
  }

  const look = async () => {
    await portico.rooms.sweep()
    await tellPresence().catch(notLookedAfter)
    for (const handle of await unattendedRooms(db)) await portico.rooms.close(handle)
    const now = clock()
    const due = { seenBefore: msEarlier(now, awayMs), closedBefore: msEarlier(now, settleMs) }
    for (const room of await roomsToAssemble(db, due)) {
      const failed = putOff.get(room.handle)
      if (failed && now < failed.until) continue
      try {
        await handOver(room)
        putOff.delete(room.handle)
      } catch (error) {
        // Each attempt uploads anew: one room that fails must not use up what all others upload with.
        const attempt = (failed?.attempt ?? 0) + 1
        putOff.set(room.handle, { attempt, until: msLater(now, backoffMs(attempt, Math.random)) })
        notLookedAfter(error)
      }
    }
    await forgetFiledChunks(db, host.binding)
  }

  let timer: NodeJS.Timeout | undefined
  return {
    start() {
      timer ??= setInterval(() => {
        looking = looking.then(async () => {
          if (stopping.signal.aborted) return
          await look().catch(notLookedAfter)
        })
      }, lookMs)
    },
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await looking
    },
  }
}

/** The platform itself always names the case by its own id. */
function knownCase({ caseId = '', docketNumber = '' }: { caseId?: string; docketNumber?: string }) {
  if (caseId === '') throw new PortError('invalid', 'case.caseId must be there: a room belongs to a case.')
  return { case: { caseId, docketNumber } }
}

function asGone(error: unknown): never {
  if (error instanceof Refusal && error.code === 'gone') throw new PortError('gone', error.message)
  throw error
}

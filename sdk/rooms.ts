import type { Calls } from './calls.ts'
import type { CallOptions } from './request.ts'
import type { RoomAct, SoundChunk } from './types.ts'

export function roomsOver({ call }: Calls) {
  return {
    /**
     * Get the link to a conference by the invitation that a party was sent: what stands behind the `#`, from `at.` on. The
     * service that hosts the conference is asked each time.
     *
     * @example
     * ```ts
     * const invitation = 'at.eyJ0aGlzIjoiaXMgbm9uZSJ9.signature'
     * const url = await client.rooms.openInvitation(invitation).catch(() => 'not an invitation')
     * console.log(url)
     * ```
     */
    openInvitation: async (link: string, options?: CallOptions) =>
      (await call('openInvitation', { body: { link } }, options)).url,

    /**
     * Enter a room by what stands behind the `#` of a personal link. A link that is in use is refused with 409; with the
     * seat that you had before a reload, you have it again.
     *
     * @example
     * ```ts
     * const session = (await client.sessions.list(caseId)).find(({ conference }) => conference?.isReady)
     * if (session) {
     *   const { url } = await client.sessions.inviteGuest(caseId, session.id, { name: 'Ines Holm' })
     *   const { you, seat } = await client.rooms.enter(new URL(url).hash.slice(1))
     *   console.log(you.status, seat)
     * }
     * ```
     */
    enter: (link: string, seat?: string, options?: CallOptions) =>
      call('enterRoom', { body: { link, ...(seat === undefined ? {} : { seat }) } }, options),

    /**
     * Wait for what happens after a number, for at most ten seconds. Who does not ask for fifteen seconds has left.
     *
     * @example
     * ```ts
     * const session = (await client.sessions.list(caseId)).find(({ conference }) => conference?.isReady)
     * if (session) {
     *   const guest = { name: 'Jon Aber', isHost: true }
     *   const link = new URL((await client.sessions.inviteGuest(caseId, session.id, guest)).url).hash.slice(1)
     *   const { seat } = await client.rooms.enter(link)
     *   const { people, events } = await client.rooms.watch(link, seat, 0)
     *   console.log(people.length, events.length)
     * }
     * ```
     */
    watch: (link: string, seat: string, after: number, options?: CallOptions) =>
      call('watchRoom', { body: { link, seat, after } }, options),

    /**
     * Do something in a room: leave, consent to being recorded or not, send a signal to somebody; a host admits, removes,
     * pauses and goes off the record.
     *
     * @example
     * ```ts
     * const session = (await client.sessions.list(caseId)).find(({ conference }) => conference?.isReady)
     * if (session) {
     *   const guest = { name: 'Ada Byron', isHost: true }
     *   const link = new URL((await client.sessions.inviteGuest(caseId, session.id, guest)).url).hash.slice(1)
     *   const { seat } = await client.rooms.enter(link)
     *   await client.rooms.act(link, seat, { type: 'record', recording: 'offTheRecord' })
     *   await client.rooms.act(link, seat, { type: 'leave' })
     * }
     * ```
     */
    act: (link: string, seat: string, act: RoomAct['act'], options?: CallOptions) =>
      call('actInRoom', { body: { link, seat, act } }, options),

    /**
     * Send a chunk of your own sound; it is stored when this resolves. Number the chunks of a track from 0, and send one
     * again until it is: a chunk that is there already changes nothing.
     *
     * @example
     * ```ts
     * const send = (link: string, seat: string, bytes: string, startedAt: string) =>
     *   client.rooms.sendSound(link, seat, {
     *     track: 'track_1',
     *     sequence: 0,
     *     startedAt,
     *     offsetMs: 0,
     *     durationMs: 1000,
     *     mediaType: 'audio/webm;codecs=opus',
     *     bytes,
     *   })
     * ```
     */
    sendSound: (
      link: string,
      seat: string,
      chunk: Omit<SoundChunk, 'link' | 'seat'>,
      options?: CallOptions,
    ) => call('sendSound', { body: { link, seat, ...chunk } }, options),
  }
}

/** Rooms of the workspace in which remote sessions are held, by personal links: no account is needed. */
export type Rooms = ReturnType<typeof roomsOver>

import { type Portico, PorticoError, type RoomView } from '@portico/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import { msLater, msUntil } from '../ui/dates.ts'

export type RoomPerson = RoomView['people'][number]
export type RoomEvent = RoomView['events'][number]

export type RoomClient = {
  client: Pick<Portico, 'rooms'>
  link: string
  seat: () => string
  /** The clock of the service, as well as it can be told from here. */
  serverNow: () => string
}

export type Standing =
  | { is: 'out' }
  | { is: 'in'; view: RoomView; isAway: boolean }
  | { is: 'refused'; why: string; mayRetry: boolean }

const seatKey = 'portico-room-seat'
const againMs = 1000

/** One person's place in a room: entered, kept by asking what has happened, and left. */
export function useRoom(link: string, onEvents: (events: readonly RoomEvent[], view: RoomView) => void) {
  const [standing, setStanding] = useState<Standing>({ is: 'out' })
  const place = useRef({ seat: '', last: 0, offsetMs: 0, isLeft: true, run: 0 })
  const heard = useRef(onEvents)
  heard.current = onEvents
  const [client, setClient] = useState<Pick<Portico, 'rooms'>>()

  useEffect(() => {
    void import('../data/client.ts').then(({ PorticoClient }) =>
      setClient(new PorticoClient({ baseUrl: location.origin, session: 'cookie' })),
    )
  }, [])

  const took = useCallback((view: RoomView, sentAt: number) => {
    // Half of the way there and back.
    const halfMs = (performance.now() - sentAt) / 2
    place.current.offsetMs = msUntil(view.now, new Date()) + halfMs
    place.current.seat = view.seat
    place.current.last = view.last
    setStanding({ is: 'in', view, isAway: false })
    heard.current(view.events, view)
  }, [])

  const enter = useCallback(async () => {
    if (!client) return
    const here = place.current
    const run = here.run + 1
    here.run = run
    here.isLeft = false
    const clock = () => performance.now()
    const isOn = () => here.run === run && !here.isLeft
    try {
      // An invitation to a conference that a service outside hosts leads there.
      if (link.startsWith('at.')) return location.replace(await client.rooms.openInvitation(link))
      const sentAt = clock()
      took(await client.rooms.enter(link, sessionStorage.getItem(seatKey) ?? undefined), sentAt)
      sessionStorage.setItem(seatKey, here.seat)
    } catch (error) {
      return setStanding(refusal(error))
    }
    while (isOn())
      try {
        const view = await client.rooms.watch(link, here.seat, here.last)
        if (isOn()) took(view, clock())
      } catch (error) {
        if (!isOn()) return
        if (error instanceof PorticoError && error.status === 409) {
          try {
            took(await client.rooms.enter(link, here.seat), clock())
            sessionStorage.setItem(seatKey, here.seat)
            continue
          } catch (second) {
            return setStanding(refusal(second))
          }
        }
        if (isNo(error)) return setStanding(refusal(error))
        setStanding((before) => (before.is === 'in' ? { ...before, isAway: true } : before))
        await new Promise((again) => setTimeout(again, againMs))
      }
  }, [client, link, took])

  const act = useCallback(
    async (what: Parameters<Portico['rooms']['act']>[2]) => {
      await client?.rooms.act(link, place.current.seat, what)
    },
    [client, link],
  )

  const leave = useCallback(async () => {
    place.current.isLeft = true
    sessionStorage.removeItem(seatKey)
    await act({ type: 'leave' }).catch(() => {})
    setStanding({ is: 'out' })
  }, [act])

  useEffect(
    () => () => {
      place.current.run += 1
    },
    [],
  )

  const room: RoomClient | undefined = client && {
    client,
    link,
    seat: () => place.current.seat,
    serverNow: () => msLater(new Date(), place.current.offsetMs).toISOString(),
  }
  return { standing, room, enter, act, leave }
}

/** The service has understood, and says no: to ask again changes nothing. */
export const isNo = (error: unknown) =>
  error instanceof PorticoError &&
  error.status !== undefined &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 429

function refusal(error: unknown): Standing {
  const why = error instanceof Error ? error.message : String(error)
  const status = (error instanceof PorticoError ? error.status : undefined) ?? 0
  return { is: 'refused', why, mayRetry: status === 409 || status >= 500 || status === 0 }
}

import { type Portico, PorticoError, type RoomView } from '@portico/sdk'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { msLater, msUntil } from '../ui/dates.ts'

export type { RoomView }
export type RoomPerson = RoomView['people'][number]
export type RoomEvent = RoomView['events'][number]

export type RoomClient = {
  client: Client
  link: string
  seat: () => string
  /** The clock of the service, as well as it can be told from here. */
  serverNow: () => string
}

export type Standing =
  | { is: 'out' }
  | { is: 'left' }
  | { is: 'in'; view: RoomView; isAway: boolean }
  | { is: 'refused'; why: string; mayRetry: boolean }

type Client = Pick<Portico, 'rooms'>
export type Act = Parameters<Portico['rooms']['act']>[2]

const seatKey = 'portico-room-seat'
const againMs = 1000

type Told = {
  /** Also after a while without the service: whoever was connected before has let go. */
  onEntered: () => void
  onEvents: (events: readonly RoomEvent[]) => void
}

/** One person's place in a room: entered, kept by asking what has happened, and left. */
export function useRoom(link: string, told: Told) {
  const [standing, setStanding] = useState<Standing>({ is: 'out' })
  const [problem, setProblem] = useState<string>()
  const place = useRef({ seat: '', last: 0, offsetMs: 0, isLeft: true, run: 0 })
  const heard = useRef(told)
  useLayoutEffect(() => {
    heard.current = told
  })
  const [client, setClient] = useState<Client>()
  const loading = useRef<Promise<Client>>(undefined)

  useEffect(() => {
    loading.current ??= import('../data/client.ts').then(
      ({ PorticoClient }) => new PorticoClient({ baseUrl: location.origin, session: 'cookie' }),
    )
    void loading.current.then(setClient)
  }, [])

  const took = useCallback((view: RoomView, sentAt: number) => {
    // Half of the way there and back.
    const halfMs = (performance.now() - sentAt) / 2
    place.current.offsetMs = msUntil(view.now, new Date()) + halfMs
    place.current.seat = view.seat
    place.current.last = view.last
    setStanding({ is: 'in', view, isAway: false })
    heard.current.onEvents(view.events)
  }, [])

  const enter = useCallback(async () => {
    const client = await loading.current
    if (!client) return
    const here = place.current
    const run = here.run + 1
    here.run = run
    here.isLeft = false
    const clock = () => performance.now()
    const isOn = () => here.run === run && !here.isLeft
    const sit = async (before: string | undefined) => {
      const sentAt = clock()
      const view = await client.rooms.enter(link, before)
      heard.current.onEntered()
      took(view, sentAt)
      sessionStorage.setItem(seatKey, here.seat)
    }
    try {
      // An invitation to a conference that a service outside hosts leads there.
      if (link.startsWith('at.')) return location.replace(await client.rooms.openInvitation(link))
      await sit(sessionStorage.getItem(seatKey) ?? undefined)
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
            await sit(here.seat)
            continue
          } catch (second) {
            return setStanding(refusal(second))
          }
        }
        if (isNo(error)) return setStanding(refusal(error))
        setStanding((before) => (before.is === 'in' ? { ...before, isAway: true } : before))
        await new Promise((again) => setTimeout(again, againMs))
      }
  }, [link, took])

  const send = useCallback(
    async (what: Act) => {
      await client?.rooms.act(link, place.current.seat, what)
    },
    [client, link],
  )
  /** What somebody has pressed: where it is refused they are told. */
  const act = useCallback(
    async (what: Act) => {
      setProblem(undefined)
      await send(what).catch((error: unknown) => setProblem(whyOf(error)))
    },
    [send],
  )

  const leave = useCallback(async () => {
    place.current.isLeft = true
    sessionStorage.removeItem(seatKey)
    setStanding((before) => (before.is === 'in' && before.view.isOver ? before : { is: 'left' }))
    await send({ type: 'leave' }).catch(() => {})
  }, [send])

  /** To the page before the room. */
  const again = useCallback(() => setStanding({ is: 'out' }), [])

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
  return { standing, problem, room, enter, again, send, act, leave }
}

/** The service has understood, and says no: to ask again changes nothing. */
export const isNo = (error: unknown): error is PorticoError =>
  error instanceof PorticoError &&
  error.status !== undefined &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 429

const whyOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function refusal(error: unknown): Standing {
  const why = whyOf(error)
  const status = (error instanceof PorticoError ? error.status : undefined) ?? 0
  return { is: 'refused', why, mayRetry: status === 409 || status >= 500 || status === 0 }
}

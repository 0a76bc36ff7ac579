import { createStore } from '../data/store.ts'

/** A recording on the clock of the session: it begins `offsetMs` after the first. */
export type Track = { id: string; offsetMs: number; load: () => Promise<Blob> }

export type Playing = { status: 'stopped' | 'loading' | 'playing' | 'failed'; atMs: number }

/** Tracks that are further apart than that are put together again. */
const apartMs = 250
const lookMs = 60

/**
 * Plays the tracks of a session together, so that everybody is heard when they spoke. What a track has to say is loaded
 * when it is first played.
 */
export function createPlayer(tracks: readonly Track[]) {
  const state = createStore<Playing>({ status: 'stopped', atMs: 0 })
  const sounds = new Map<string, HTMLAudioElement>()
  const addresses: string[] = []
  let looking: number | undefined
  let began = { atMs: 0, time: 0 }
  let rate = 1
  let turn = 0

  const now = () => began.atMs + (performance.now() - began.time) * rate

  async function loaded(): Promise<void> {
    await Promise.all(
      tracks.map(async ({ id, load }) => {
        if (sounds.has(id)) return
        const address = URL.createObjectURL(await load())
        addresses.push(address)
        const sound = new Audio(address)
        sound.preload = 'auto'
        sounds.set(id, sound)
      }),
    )
  }

  /** Each track plays where the clock is; one that has not begun, or is over, is silent. */
  function follow() {
    const atMs = now()
    let isOver = true
    for (const { id, offsetMs } of tracks) {
      const sound = sounds.get(id)
      if (!sound) continue
      const wanted = (atMs - offsetMs) / 1000
      if (wanted < 0) isOver = false
      if (wanted < 0 || sound.ended || (Number.isFinite(sound.duration) && wanted >= sound.duration)) continue
      isOver = false
      if (Math.abs(sound.currentTime - wanted) * 1000 > apartMs) sound.currentTime = wanted
      sound.playbackRate = rate
      if (sound.paused) sound.play().catch(() => fail())
    }
    if (isOver) return stop()
    state.set({ status: 'playing', atMs })
  }

  function fail() {
    stop()
    state.set({ ...state.get(), status: 'failed' })
  }

  function stop() {
    turn++
    window.clearInterval(looking)
    looking = undefined
    for (const sound of sounds.values()) sound.pause()
    if (state.get().status !== 'stopped') state.set({ ...state.get(), status: 'stopped' })
  }

  async function playFrom(atMs: number): Promise<void> {
    stop()
    const mine = ++turn
    state.set({ status: 'loading', atMs })
    try {
      await loaded()
    } catch {
      if (mine === turn) fail()
      return
    }
    if (mine !== turn) return
    began = { atMs, time: performance.now() }
    for (const { id, offsetMs } of tracks) {
      const sound = sounds.get(id)
      if (sound) sound.currentTime = Math.max(0, (atMs - offsetMs) / 1000)
    }
    looking = window.setInterval(follow, lookMs)
    follow()
  }

  return {
    state,
    playFrom,
    stop,
    toggle: () => (looking === undefined ? void playFrom(state.get().atMs) : stop()),
    back: (ms: number) => void playFrom(Math.max(0, state.get().atMs - ms)),
    setRate(next: number) {
      if (looking !== undefined) began = { atMs: now(), time: performance.now() }
      rate = next
    },
    close() {
      stop()
      for (const address of addresses) URL.revokeObjectURL(address)
    },
  }
}

export type Player = ReturnType<typeof createPlayer>

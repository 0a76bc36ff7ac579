import { setTimeout as sleep } from 'node:timers/promises'
import { chunkMediaType } from '@portico/contract/rooms'
import { buildWorkspace } from '@portico/workspace/build'
import type { Browser, Page } from 'playwright-core'
import { fetch } from 'undici'
import type { Database } from '../../server/store/db.ts'
import { freshDatabase } from '../../server/test/database.ts'
import { webmChunks } from '../../server/test/sound.ts'
import { findBrowser, openBrowser } from '../../tools/browser.ts'
import { type Comparison, elapsedMs, interleaved, scaled } from '../measure.ts'
import { startService } from '../processes.ts'
import { tempFolder } from '../temp-folder.ts'

const rounds = 3
const speakers = 6
const chunksEach = scaled(50)
/** A second of speech as browsers send it. */
const chunkBytes = 4096
const joins = scaled(4)

type Service = { url: string; token: string }
type Voice = { link: string; seat: string; now: string }

/** Sound of six speakers until it is durable, and how soon one who joins is heard. */
export async function rooms(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(await tempFolder())
  const db = await freshDatabase({ size: speakers })
  stack.defer(db.close)
  const service = stack.use(await startService(folder.path, db.url, { PORTICO_SPEECH: 'off' }))
  return [await stored(service, db), ...(await joined(service))]
}

async function stored(service: Service, db: Database): Promise<Comparison> {
  const { invite } = await placed(service)
  const voices: Voice[] = []
  for (let index = 0; index < speakers; index++) {
    const link = await invite(`Speaker ${index}`)
    const { seat, now } = await post<{ seat: string; now: string }>(service, '/rooms/entries', { link })
    await post(service, '/rooms/acts', { link, seat, act: { type: 'consent', isGiven: true } })
    voices.push({ link, seat, now })
  }
  // They have been here for an hour, so that what one voice may store is not reached.
  await db.rows(`update room_people set admitted_at = admitted_at - interval '1 hour'`)
  const [head = Buffer.alloc(0)] = webmChunks(1)
  const bytes = Buffer.concat([head, Buffer.alloc(chunkBytes - head.length)])
  let track = 0
  const sent = async ({ link, seat, now }: Voice, of: string, sequence: number) => {
    const at = { track: of, sequence, startedAt: now, offsetMs: 0, durationMs: 1000 }
    const body = { ...at, mediaType: chunkMediaType, bytes: bytes.toString('base64') }
    await post(service, '/rooms/chunks', { link, seat, ...body })
  }
  const inserted = (voice: Voice, of: string, sequence: number) =>
    db.rows(
      `insert into room_chunks (handle, person_id, track, sequence, case_id, started_at, offset_ms, duration_ms, bytes,
         received_at) values ('bare', $1, $2, $3, 'bare', $4, 0, 1000, $5, now())`,
      [voice.seat, of, sequence, voice.now, bytes],
    )
  const perSecond =
    (one: (voice: Voice, track: string, sequence: number) => Promise<unknown>) => async () => {
      track += 1
      const ms = await elapsedMs(() =>
        Promise.all(
          voices.map(async (voice) => {
            for (let sequence = 0; sequence < chunksEach; sequence++) await one(voice, `t${track}`, sequence)
          }),
        ),
      )
      return (speakers * chunksEach * 1000) / ms
    }
  const chunks = await interleaved(rounds, { ours: perSecond(sent), bare: perSecond(inserted) })
  return {
    what: `chunks of sound over HTTP, each durable when it is answered, ${speakers} speakers at once`,
    unit: 'chunks/s',
    ours: chunks.ours,
    peer: chunks.bare,
    peerName: 'bare inserts of the same rows',
  }
}

async function joined(service: Service): Promise<Comparison[]> {
  const path = await findBrowser()
  if (!path) {
    console.error('rooms: no Chromium was found, so nobody joins')
    return []
  }
  const fake = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream']
  await buildWorkspace()
  const browser = await openBrowser(path, [...fake, '--autoplay-policy=no-user-gesture-required'])
  try {
    const { invite } = await placed(service)
    const first = await enter(browser, service, await invite('First'))
    await first.getByRole('button', { name: 'I agree' }).click()
    const ours: number[] = []
    const bare: number[] = []
    for (let index = 0; index < joins; index++) {
      const page = await opened(browser, service, await invite(`Speaker ${index}`))
      ours.push(
        await elapsedMs(async () => {
          await page.getByRole('button', { name: 'Join', exact: true }).click()
          while (!(await page.evaluate(isHeard))) await sleep(10)
        }),
      )
      await page.context().close()
      bare.push(await first.evaluate(bareCall))
    }
    return [
      {
        what: 'from joining a session to hearing those who are there',
        unit: 'ms',
        ours: median(ours),
        peer: median(bare),
        peerName: 'two bare connections of WebRTC in one page',
      },
    ]
  } finally {
    await browser.close()
  }
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

const isHeard = `[...document.querySelectorAll('audio')].some((one) => one.srcObject && one.currentTime > 0)`

/** From asking for the microphone to the first sound of it on the other side. */
const bareCall = `(async () => {
  const [one, other] = [new RTCPeerConnection(), new RTCPeerConnection()]
  one.onicecandidate = ({ candidate }) => candidate && other.addIceCandidate(candidate)
  other.onicecandidate = ({ candidate }) => candidate && one.addIceCandidate(candidate)
  const began = performance.now()
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  for (const track of stream.getTracks()) one.addTrack(track, stream)
  const audio = new Audio()
  audio.autoplay = true
  other.ontrack = ({ streams }) => { audio.srcObject = streams[0] }
  await one.setLocalDescription()
  await other.setRemoteDescription(one.localDescription)
  await other.setLocalDescription()
  await one.setRemoteDescription(other.localDescription)
  while (!(audio.srcObject && audio.currentTime > 0)) await new Promise((next) => setTimeout(next, 5))
  const took = performance.now() - began
  for (const call of [one, other]) call.close()
  for (const track of stream.getTracks()) track.stop()
  return took
})()`

async function opened(browser: Browser, { url }: Service, link: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${url}/workspace/room#${link}`)
  await page.getByRole('button', { name: 'Test the microphone' }).click()
  await page.getByRole('button', { name: 'Join', exact: true }).waitFor()
  return page
}

async function enter(browser: Browser, service: Service, link: string): Promise<Page> {
  const page = await opened(browser, service, link)
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  return page
}

/** A session with a room, and links of hosts, who need not wait. */
async function placed(service: Service) {
  const veteran = { firstName: 'Maria', lastName: 'Lindqvist' }
  const opened = await post<{ case: { id: string } }>(service, '/cases', {
    veteran,
    receiptDate: '2026-03-02',
  })
  const sessions = `/cases/${opened.case.id}/sessions`
  const { session } = await post<{ session: { id: string } }>(service, sessions, { kind: 'video' })
  const startsAt = new Date(Date.now() + 3_600_000).toISOString()
  const slot = { startsAt, minutes: 60, timeZone: 'America/New_York' }
  await post(service, `${sessions}/${session.id}/slot`, { slot, consent: 'Everybody has agreed.' }, 'PUT')
  const links = `${sessions}/${session.id}/conference/links`
  const invite = async (name: string) => {
    const { link } = await post<{ link: { url: string } }>(service, links, { name, isHost: true })
    return new URL(link.url).hash.slice(1)
  }
  for (;;) {
    const isReady = await invite('Nobody').then(
      () => true,
      () => false,
    )
    if (isReady) return { invite }
    await sleep(100)
  }
}

async function post<Answer>(
  { url, token }: Service,
  path: string,
  body: object,
  method = 'POST',
): Promise<Answer> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}

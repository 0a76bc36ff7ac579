import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Session } from '@portico/contract/sessions'
import type { Page } from 'playwright-core'
import { findBrowser, noBrowser, openBrowser, patienceMs } from '../../../tools/browser.ts'
import { openDoor } from '../door.ts'
import { openBoundService } from '../faults/bound-service.ts'
import { wav } from '../sound.ts'
import { until } from '../until.ts'
import { isAccessible, picture } from './desk.ts'

const mostLostMs = 5000

describe('a session in two browsers', () => {
  it('loses at most five seconds when the service is killed, and when a page is; what was said is filed', async (context) => {
    const path = await findBrowser()
    if (!path) return context.skip(noBrowser)
    const folder = await mkdtemp(join(tmpdir(), 'portico-room-'))
    const microphone = join(folder, 'voice.wav')
    // Syllables: a tone that comes and goes four times a second.
    const at = (time: number) =>
      Math.sin(2 * Math.PI * 220 * time) * Math.max(0, Math.sin(8 * Math.PI * time)) * 0.5
    await writeFile(microphone, wav(10, { rate: 48_000, at }))
    const service = await openBoundService({}, (_, response) => response.end())
    const door = await openDoor(() => Number(new URL(service.url()).port))
    const browser = await openBrowser(path, [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${microphone}`,
      '--autoplay-policy=no-user-gesture-required',
    ])
    context.after(async () => {
      await browser.close()
      door.close()
      await service.close()
      await rm(folder, { recursive: true, force: true })
    })
    const { db } = service

    const veteran = { firstName: 'Maria', lastName: 'Lindqvist' }
    const opened = await service.ask<{ case: { id: string } }>('/cases', {
      veteran,
      receiptDate: '2026-03-02',
    })
    const sessions = `/cases/${opened.case.id}/sessions`
    const { id } = (await service.ask<{ session: Session }>(sessions, { kind: 'video' })).session
    const startsAt = new Date(Date.now() + 2000).toISOString()
    const put = (place: string, body: object) => service.put(`${sessions}/${id}/${place}`, body)
    await put('slot', {
      slot: { startsAt, minutes: 60, timeZone: 'America/New_York' },
      consent: 'Everybody has agreed.',
    })
    const session = async () =>
      (await service.ask<{ sessions: Session[] }>(sessions)).sessions.find((one) => one.id === id)
    await until(async () => (await session())?.conference?.isReady)
    const host = (await service.ask<{ conference: { url: string } }>(`${sessions}/${id}/conference`))
      .conference.url
    const guest = (
      await service.ask<{ link: { url: string } }>(`${sessions}/${id}/conference/links`, {
        name: 'Maria Lindqvist',
      })
    ).link.url

    const openAt = async (link: string): Promise<Page> => {
      const page = await (await browser.newContext()).newPage()
      page.setDefaultTimeout(patienceMs)
      await page.addInitScript(keepMedia)
      await page.goto(door.url + link.slice(new URL(link).origin.length))
      return page
    }
    const goIn = async (page: Page) => {
      await page.getByRole('button', { name: 'Test the microphone' }).press('Enter')
      await page.getByRole('button', { name: 'Join', exact: true }).press('Enter')
    }
    const agree = (page: Page) => page.getByRole('button', { name: 'I agree' }).press('Enter')
    const judge = await openAt(host)
    await judge.getByRole('button', { name: 'Test the microphone' }).waitFor()
    await judge.keyboard.press('Tab')
    await judge.keyboard.press('Enter')
    await judge.getByRole('button', { name: 'Join', exact: true }).waitFor()
    await isAccessible(judge)
    await picture(judge, 'device-check')
    // The button that took its place has the focus.
    await judge.keyboard.press('Enter')
    await judge.getByText('Not recording: nobody has agreed to be recorded yet').waitFor()
    await agree(judge)
    await judge.getByText('Recording', { exact: true }).waitFor()
    await judge.getByText('Being recorded').waitFor()
    const maria = await openAt(guest)
    await goIn(maria)
    await maria.getByRole('heading', { name: 'Waiting room' }).waitFor()
    await maria.getByText('You are here as Maria Lindqvist. It begins on').waitFor()
    await isAccessible(maria)
    await picture(maria, 'waiting-room')
    await judge.getByRole('button', { name: 'Let Maria Lindqvist in' }).press('Enter')
    await agree(maria)
    await judge.locator('li[data-status="here"]').nth(1).waitFor()
    await isAccessible(judge)
    await picture(judge, 'room')
    // They hear each other.
    await judge.locator('audio').waitFor({ state: 'attached' })

    type Said = { person: string; chunks: number; first: Date; last: Date; spokenMs: number }
    const said = () =>
      db.rows<Said>(
        `select p.name as person, count(*)::int as chunks,
           min(started_at + offset_ms * interval '1 ms') as first,
           max(started_at + (offset_ms + duration_ms) * interval '1 ms') as last,
           sum(duration_ms)::int as "spokenMs"
         from room_chunks c join room_people p using (handle, person_id) group by 1 order by 1`,
      )
    const eachHas = (least: (person: string) => number) =>
      until(async () => {
        const all = await said()
        return all.length === 2 && all.every(({ person, chunks }) => chunks >= least(person)) && all
      }, 300)

    const before = await eachHas(() => 3)
    await service.kill()
    await db.rows(`update port_bindings set watched_until = now() - interval '1 second'`)
    await service.start()
    const more = (person: string) => (before.find((one) => one.person === person)?.chunks ?? 0) + 8
    const afterwards = await eachHas(more)
    for (const { person, first, last, spokenMs } of afterwards) {
      const lostMs = last.getTime() - first.getTime() - spokenMs
      context.diagnostic(`${person}: ${lostMs} ms lost by the end of the service`)
      assert.ok(lostMs <= mostLostMs, `${person} has lost ${lostMs} ms`)
    }

    // What a page could not send is in the browser, and is sent by the page that comes after it.
    const tracks = () =>
      db.rows<{ track: string; chunks: number }>(
        `select track, count(*)::int as chunks from room_chunks c join room_people p using (handle, person_id)
         where p.name = 'Maria Lindqvist' group by 1`,
      )
    const isCut = '**/rooms/chunks'
    await maria.route(isCut, (route) => route.abort())
    const sent = await tracks()
    await maria.getByText(/of your voice not sent yet/).waitFor()
    await maria.unroute(isCut)
    await maria.reload()
    await goIn(maria)
    await until(async () => {
      const now = await tracks()
      const isLonger = ({ track, chunks }: { track: string; chunks: number }) =>
        sent.some((one) => one.track === track && one.chunks < chunks)
      return now.length > sent.length && now.some(isLonger)
    }, 300)

    // Whoever leaves is not listened to; whoever comes back is heard by the microphone that they mute.
    await maria.getByRole('button', { name: 'Leave' }).press('Enter')
    await maria.getByRole('heading', { name: 'You have left the session.' }).waitFor()
    await until(async () => (await media(maria)).microphones.every((state) => state === 'ended'))
    await maria.getByRole('button', { name: 'Join again' }).press('Enter')
    await goIn(maria)
    await until(async () => (await media(maria)).sent.join() === 'live')
    await maria.getByRole('button', { name: 'Mute', exact: true }).press('Enter')
    await until(async () => (await media(maria)).sent.join() === 'live, muted')
    await maria.getByRole('button', { name: 'Unmute', exact: true }).press('Enter')
    // The service took the seat of a page that it could not hear; both hear each other again.
    const { connections } = await media(maria)
    await db.rows(`update room_people set seat = null where name = 'Maria Lindqvist'`)
    await until(async () => {
      const now = await media(maria)
      return now.connections > connections && now.sent.join() === 'live'
    }, 300)
    const killedAt = Date.now()
    await maria.close({ runBeforeUnload: false })
    const left = (await said()).find(({ person }) => person === 'Maria Lindqvist')
    const lostMs = killedAt - (left?.last.getTime() ?? 0)
    context.diagnostic(`Maria Lindqvist: ${lostMs} ms lost by the end of the page`)
    assert.ok(lostMs <= mostLostMs, `the page has lost ${lostMs} ms`)

    const missing = await db.rows(
      `select person_id, track from room_chunks group by 1, 2 having count(*) <> max(sequence) + 1`,
    )
    assert.deepEqual(missing, [], 'no chunk is missing between two others')
    await put('outcome', { outcome: 'held' })
    const heldAt = Date.now()
    await judge.getByRole('heading', { name: 'The session is over' }).waitFor()
    const artifacts = await until(async () => {
      const found = (await session())?.artifacts
      return found?.length === 2 && found.every(({ documentId }) => documentId !== undefined) && found
    }, 500)
    // By the packets that are in the files, and not by what the pages said of them.
    for (const { speaker, startedAt = '', durationMs = 0 } of artifacts) {
      const until = speaker?.name === 'Maria Lindqvist' ? killedAt : heldAt
      const shortMs = until - Date.parse(startedAt) - durationMs
      context.diagnostic(`${speaker?.name}: ${durationMs} ms filed, ${shortMs} ms short`)
      assert.ok(shortMs <= mostLostMs, `${speaker?.name} is ${shortMs} ms short`)
    }
    assert.equal(await judge.getByRole('heading').textContent(), 'The session is over')
    assert.deepEqual((await media(judge)).microphones, ['ended'])
  })
})

type Media = { streams: MediaStream[]; peers: RTCPeerConnection[] }
type Watched = { kept: Media }

/** In the page: remembers what it listens to, and to whom it is connected. */
function keepMedia() {
  const kept: Media = { streams: [], peers: [] }
  Object.assign(window, { kept })
  const { mediaDevices } = navigator
  const ask = mediaDevices.getUserMedia.bind(mediaDevices)
  mediaDevices.getUserMedia = async (wanted) => {
    const stream = await ask(wanted)
    kept.streams.push(stream)
    return stream
  }
  const Plain = RTCPeerConnection
  window.RTCPeerConnection = class extends Plain {
    constructor(options?: RTCConfiguration) {
      super(options)
      kept.peers.push(this)
    }
  }
}

/** The state of each microphone that was asked for, and of what is sent on the connections that are there. */
const media = (page: Page) =>
  page.evaluate(() => {
    const { streams, peers } = (window as unknown as Watched).kept
    const connected = peers.filter(({ connectionState }) => connectionState === 'connected')
    return {
      microphones: streams.flatMap((stream) => stream.getTracks().map(({ readyState }) => readyState)),
      connections: peers.length,
      sent: connected.flatMap((peer) =>
        peer.getSenders().map(({ track }) => `${track?.readyState}${track?.enabled ? '' : ', muted'}`),
      ),
    }
  })

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Session } from '@portico/contract/sessions'
import type { Transcript, TranscriptSummary } from '@portico/contract/transcripts'
import type { Page } from 'playwright-core'
import { findBrowser, noBrowser, openBrowser } from '../../../tools/browser.ts'
import { openSpeech } from '../../files/speech/speech.ts'
import { openDoor } from '../door.ts'
import { openBoundService } from '../faults/bound-service.ts'
import { spokenSentences } from '../spoken-sentences.ts'
import { until } from '../until.ts'
import { plainWords, wordDistance } from '../word-error.ts'

export const debianPackages = ['pocketsphinx-testdata', 'sox']

const sentences = spokenSentences()
const speakers = ['tester', 'Ada King'] as const

describe('a session with recorded speech as microphones', { timeout: 1_200_000 }, () => {
  it('has captions, outlives the service, and becomes a transcript that is found by search', async (context) => {
    const path = await findBrowser()
    if (!path) return context.skip(noBrowser)
    const folder = await mkdtemp(join(tmpdir(), 'portico-spoken-'))
    const service = await openBoundService({}, (_, response) => response.end(), { PORTICO_SPEECH: 'on' })
    // Who speaks before the engine is there has no captions.
    await service.kill()
    const engine = openSpeech({ isOn: true }, service.folder)
    await engine.prepare()
    await engine.close()
    await service.start()
    const door = await openDoor(() => Number(new URL(service.url()).port))
    const said = [sentences[0], sentences[3]].map((one) => one?.text ?? '')
    const browsers = await Promise.all(
      [sentences[0], sentences[3]].map(async (sentence, index) => {
        // Again and again, with a pause between.
        const voice = join(folder, `voice-${index}.wav`)
        const { status } = spawnSync('sox', [sentence?.path ?? '', '-r', '48000', voice, 'pad', '0', '1.5'])
        assert.equal(status, 0)
        return openBrowser(path, [
          '--use-fake-ui-for-media-stream',
          '--use-fake-device-for-media-stream',
          `--use-file-for-fake-audio-capture=${voice}`,
          '--autoplay-policy=no-user-gesture-required',
        ])
      }),
    )
    context.after(async () => {
      for (const browser of browsers) await browser.close()
      door.close()
      await service.close()
      await rm(folder, { recursive: true, force: true })
    })

    const veteran = { firstName: 'Ada', lastName: 'King' }
    const opened = await service.ask<{ case: { id: string } }>('/cases', {
      veteran,
      receiptDate: '2026-03-02',
    })
    const caseId = opened.case.id
    const sessions = `/cases/${caseId}/sessions`
    const { id } = (await service.ask<{ session: Session }>(sessions, { kind: 'video' })).session
    const startsAt = new Date(Date.now() + 2000).toISOString()
    await service.put(`${sessions}/${id}/slot`, {
      slot: { startsAt, minutes: 60, timeZone: 'America/New_York' },
      consent: 'Everybody has agreed.',
    })
    const session = async () =>
      (await service.ask<{ sessions: Session[] }>(sessions)).sessions.find((one) => one.id === id)
    await until(async () => (await session())?.conference?.isReady)
    const host = (await service.ask<{ conference: { url: string } }>(`${sessions}/${id}/conference`))
      .conference
    const guest = await service.ask<{ link: { url: string } }>(`${sessions}/${id}/conference/links`, {
      name: speakers[1],
    })
    const joinBy = async (link: string, index: number): Promise<Page> => {
      const page = (await browsers[index]?.newPage()) as Page
      page.setDefaultTimeout(240_000)
      await page.goto(door.url + link.slice(new URL(link).origin.length))
      await page.getByRole('button', { name: 'Test the microphone' }).press('Enter')
      await page.getByRole('button', { name: 'Join', exact: true }).press('Enter')
      return page
    }
    const agree = (page: Page) => page.getByRole('button', { name: 'I agree' }).press('Enter')
    const judge = await joinBy(host.url, 0)
    await agree(judge)
    const ada = await joinBy(guest.link.url, 1)
    await judge.getByRole('button', { name: 'Let Ada King in' }).press('Enter')
    await agree(ada)

    // Each sees in the captions what the other says, in words that were said.
    const captions = await Promise.all(
      [judge, ada].map(async (page, index) => {
        const other = 1 - index
        const name = speakers[other] ?? ''
        const known = new Set(plainWords(said[other] ?? ''))
        const seen = new Map<string, string[]>()
        await until(async () => {
          for (const line of await page.locator('.captions p').allTextContents())
            if (line.startsWith(name)) seen.set(line, plainWords(line.slice(name.length)))
          return new Set([...seen.values()].flat().filter((word) => known.has(word))).size >= 6
        }, 300)
        return [...seen.keys()]
      }),
    )
    console.log(`captions: ${captions.flat().join(' | ').slice(0, 400)}`)
    await service.kill()
    await service.db.rows(`update port_bindings set watched_until = now() - interval '1 second'`)
    await service.start()
    const chunks = async () =>
      (await service.db.rows<{ n: number }>(`select count(*)::int as n from room_chunks`))[0]?.n ?? 0
    const before = await chunks()
    await until(async () => (await chunks()) >= before + 30, 500)
    await service.put(`${sessions}/${id}/outcome`, { outcome: 'held' })
    await judge.getByRole('heading', { name: 'The session is over' }).waitFor()

    const at = `${sessions}/${id}/transcripts`
    const draft = await until(async () => {
      const { transcripts } = await service.ask<{ transcripts: TranscriptSummary[] }>(at)
      return transcripts.find(({ status, recordings }) => status === 'draft' && recordings.length === 2)
    }, 1000)
    const { transcript } = await service.ask<{ transcript: Transcript }>(`${at}/${draft.id}`)
    for (const [index, speaker] of speakers.entries()) {
      const heard = plainWords(
        transcript.lines
          .filter((line) => line.speaker === speaker)
          .map(({ text }) => text)
          .join(' '),
      )
      const expected = plainWords(said[index] ?? '')
      const repeated = Array.from(
        { length: Math.ceil(heard.length / expected.length) + 2 },
        () => expected,
      ).flat()
      const rate = wordDistance(heard, repeated, { isWithin: true }) / heard.length
      console.log(`${speaker}: word error ${(rate * 100).toFixed(1)} % of ${heard.length} words`)
      assert.ok(heard.length >= 20, `${heard.length} words`)
      assert.ok(rate < 0.35, String(rate))
    }
    const some = transcript.lines.find(({ text }) => plainWords(text).length >= 4)
    const query = encodeURIComponent(`"${some?.text.split(' ').slice(0, 3).join(' ').replaceAll('"', '')}"`)
    await until(async () => {
      const { hits } = await service.ask<{ hits: object[] }>(`/appeals/${caseId}/search?q=${query}`)
      return hits.length > 0
    })
  })
})

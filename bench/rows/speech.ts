import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openSpeech } from '../../server/files/speech/speech.ts'
import { type Comparison, elapsedMs, scaled } from '../measure.ts'
import { tempFolder } from '../temp-folder.ts'

const samples = '/usr/share/pocketsphinx/test/data/librivox'
const rounds = 2

/** Recorded speech into words by the default engine, beside the time that it took to say. */
export async function speech(): Promise<Comparison[]> {
  if (!existsSync(samples)) {
    console.error(
      'speech: there are no recordings (Debian has them in pocketsphinx-testdata), so nothing is measured.',
    )
    return []
  }
  await using stack = new AsyncDisposableStack()
  const folder = await tempFolder()
  stack.use(folder)
  const engine = openSpeech({ isOn: true }, folder.path)
  stack.defer(engine.close)
  const paths = readdirSync(samples)
    .filter((name) => name.endsWith('.wav'))
    .map((name) => join(samples, name))
  const hearAll = async () => {
    let soundMs = 0
    for (const path of paths) soundMs += (await engine.hear({ path, fromMs: 0, forMs: 600_000 })).untilMs
    return soundMs
  }
  const soundMs = await hearAll()
  const took: number[] = []
  for (let round = 0; round < scaled(rounds); round++) took.push(await elapsedMs(hearAll))
  return [
    {
      what: 'speech into words with their times, on one core of the lowest priority',
      unit: 'ms',
      ours: Math.min(...took),
      peer: soundMs,
      peerName: 'saying it',
      aim: { atMost: 0.5 },
    },
  ]
}

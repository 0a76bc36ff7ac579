import { yieldToOthers } from '../ocr/low-priority.ts'
import { serveJobs } from '../pdf/worker.ts'
import { alignWords } from './align-words.ts'
import type { Heard, HeardLine, OpenModel, SpeechModel } from './engine.ts'
import { readSound } from './read-sound.ts'
import { type Stretch, splitAtSilence } from './split-at-silence.ts'
import { UnreadableSound } from './unreadable-sound.ts'

export type SpeechJob = {
  /** The module that exports `openModel`. */
  engine: string
  folder: string
  path: string
  fromMs: number
  /** After so much sound it stops at the next pause. */
  forMs: number
}

export type SpeechReply = Heard | { unreadable: string } | { noModel: string }

const maxMemoryBytes = 512 * 1024 ** 2

let opened: { engine: string; model: Promise<SpeechModel> } | undefined

yieldToOthers()
serveJobs(maxMemoryBytes, async (job: SpeechJob): Promise<SpeechReply> => {
  let model: SpeechModel
  try {
    model = await modelOf(job)
  } catch (error) {
    return { noModel: error instanceof Error ? error.message : String(error) }
  }
  try {
    return await listen(model, job)
  } catch (error) {
    if (error instanceof UnreadableSound) return { unreadable: error.message }
    throw error
  }
})

function modelOf({ engine, folder }: SpeechJob): Promise<SpeechModel> {
  if (opened?.engine !== engine) {
    const model = import(engine).then(({ openModel }: { openModel: OpenModel }) => openModel(folder))
    opened = { engine, model }
    model.catch(() => {
      opened = undefined
    })
  }
  return opened.model
}

async function listen(model: SpeechModel, { path, fromMs, forMs }: SpeechJob): Promise<Heard> {
  const splitter = splitAtSilence()
  const lines: HeardLine[] = []
  const hear = async (stretches: readonly Stretch[]) => {
    for (const stretch of stretches) {
      const words = await model.hear(stretch.samples)
      if (words.length > 0) lines.push(alignWords(stretch, words))
    }
  }
  let untilMs = fromMs
  for await (const sound of readSound(path, fromMs)) {
    await hear(splitter.push(sound))
    untilMs = Math.round(splitter.atMs)
    if (splitter.isSilent && untilMs - fromMs >= forMs)
      return { model: model.name, lines, untilMs, nextMs: Math.round(splitter.keptMs) }
  }
  await hear(splitter.end())
  return { model: model.name, lines, untilMs }
}

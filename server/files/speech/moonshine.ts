import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ModelWord, SpeechModel } from './engine.ts'
import { moonshineVersion } from './packages.ts'
import { sampleRate } from './read-sound.ts'

type Tensor = { data: Float32Array }
type Session = { run(feeds: Record<string, unknown>): Promise<Record<string, Tensor>> }
type Runtime = {
  Tensor: new (type: string, data: unknown, dims?: readonly number[]) => Tensor
  InferenceSession: { create(path: string, options: object): Promise<Session> }
}

const [begin, end] = [1n, 2]
const layers = 6
const [heads, headSize] = [8, 36]
/** Nobody says more tokens a second; beyond that the model repeats itself. */
const tokensPerSecond = 6.5
/** A loud room is not made louder; a voice far from its microphone is. */
const [quietPeak, mostGain] = [0.3, 10]

/** Moonshine Tiny on ONNX Runtime: English, on one thread. */
export async function openModel(folder: string): Promise<SpeechModel> {
  const modules = join(folder, 'node_modules')
  const runtime = createRequire(join(modules, 'x.js'))('onnxruntime-node') as Runtime
  const vocabulary = join(modules, 'llama-tokenizer-js/llama-tokenizer.js')
  const { default: tokenizer } = (await import(pathToFileURL(vocabulary).href)) as {
    default: { vocabById: readonly string[] }
  }
  const model = join(modules, '@moonshine-ai/moonshine-js/dist/model/tiny/quantized')
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1, graphOptimizationLevel: 'all' }
  const encoder = await runtime.InferenceSession.create(join(model, 'encoder_model.onnx'), options)
  const decoder = await runtime.InferenceSession.create(join(model, 'decoder_model_merged.onnx'), options)

  return {
    name: `Moonshine Tiny ${moonshineVersion}`,
    async hear(samples) {
      const tokens = await tokensIn(amplified(samples))
      return wordsOf(tokens.map(([id, sure]) => [tokenizer.vocabById[id] ?? '', sure]))
    },
  }

  async function tokensIn(samples: Float32Array): Promise<[id: number, confidence: number][]> {
    const { last_hidden_state } = await encoder.run({
      input_values: new runtime.Tensor('float32', samples, [1, samples.length]),
    })
    const past: Record<string, Tensor | undefined> = {}
    for (let layer = 0; layer < layers; layer++)
      for (const side of ['decoder', 'encoder'])
        for (const part of ['key', 'value'])
          past[`past_key_values.${layer}.${side}.${part}`] = new runtime.Tensor(
            'float32',
            new Float32Array(0),
            [0, heads, 1, headSize],
          )
    const tokens: [number, number][] = []
    const most = Math.ceil((samples.length / sampleRate) * tokensPerSecond) + 2
    for (let last = begin; tokens.length < most; ) {
      const isFirst = tokens.length === 0
      const said = await decoder.run({
        input_ids: new runtime.Tensor('int64', BigInt64Array.of(last), [1, 1]),
        encoder_hidden_states: last_hidden_state,
        use_cache_branch: new runtime.Tensor('bool', [!isFirst]),
        ...past,
      })
      const [best, confidence] = mostLikely(said.logits!.data)
      if (best === end || isLoop(tokens, best)) break
      tokens.push([best, confidence])
      last = BigInt(best)
      for (const name of Object.keys(past))
        if (isFirst || name.includes('decoder')) past[name] = said[name.replace('past_key_values', 'present')]
    }
    return tokens
  }
}

function amplified(samples: Float32Array): Float32Array {
  let peak = 0
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
  if (peak === 0 || peak >= quietPeak) return samples
  const gain = Math.min(mostGain, quietPeak / peak)
  return samples.map((sample) => sample * gain)
}

function mostLikely(logits: Float32Array): [token: number, probability: number] {
  let best = 0
  for (let token = 1; token < logits.length; token++)
    if ((logits[token] ?? 0) > (logits[best] ?? 0)) best = token
  let sum = 0
  for (const logit of logits) sum += Math.exp(logit - (logits[best] ?? 0))
  return [best, 1 / sum]
}

/** On noise it says the same few tokens over and over. */
function isLoop(tokens: readonly [number, number][], next: number): boolean {
  const ids = [...tokens.map(([id]) => id), next]
  return [1, 2, 3, 4, 5].some((length) => {
    const times = length === 1 ? 6 : 4
    if (ids.length < length * times) return false
    const tail = ids.slice(-length * times)
    return tail.every((id, place) => id === tail[place % length])
  })
}

const wordStart = '\u2581'

/** Whether to put a comma there is a question of style. */
const isPartOfWord = (token: string) => /[\p{L}\p{N}]/u.test(token)

/** Tokens are parts of words; a word is as sure as the least sure of them. */
export function wordsOf(tokens: readonly (readonly [text: string, confidence: number])[]): ModelWord[] {
  const words: { bytes: number[]; confidence: number }[] = []
  for (const [token, confidence] of tokens) {
    const byte = /^<0x([0-9A-F]{2})>$/.exec(token)?.[1]
    if (byte === undefined && /^<.*>$/.test(token)) continue
    const isNew = token.startsWith(wordStart) || words.length === 0
    if (isNew) words.push({ bytes: [], confidence: 1 })
    const word = words.at(-1)!
    const bytes =
      byte === undefined ? Buffer.from(token.replaceAll(wordStart, '')) : [Number.parseInt(byte, 16)]
    word.bytes.push(...bytes)
    if (isPartOfWord(token)) word.confidence = Math.min(word.confidence, confidence)
  }
  return words
    .map(({ bytes, confidence }) => ({ text: Buffer.from(bytes).toString('utf8').trim(), confidence }))
    .filter(({ text }) => text !== '')
}

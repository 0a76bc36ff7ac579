import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Heard } from './engine.ts'
import { engineFiles, type FetchProgress } from './engine-files.ts'
import { NotFetched } from './fetch-tarball.ts'
import { enginePackages } from './packages.ts'
import { readRegistry } from './registry.ts'
import type { SpeechJob } from './speech-worker.ts'
import { NoModel, openTranscriber, type Transcriber } from './transcriber.ts'

export type SpeechSettings = {
  /** Whether recordings are transcribed. */
  isOn: boolean
  /** A folder with the tarballs of the default engine: nothing is fetched then. */
  tarballs?: string | undefined
  /** A module that exports `openModel`, instead of the default engine. */
  engine?: string | undefined
}

/** The engine is not to be had for now; the sentence says why. */
export class NoEngine extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'NoEngine'
  }
}

export type HearOptions = {
  signal?: AbortSignal | undefined
  /** While the engine is fetched. */
  onProgress?: ((progress: FetchProgress) => void) | undefined
}

/** Speech into words, by the engine of this deployment. */
export type Speech = {
  isOn: boolean
  /** Whether it can listen at once: nothing has to be fetched first. */
  isReady(): boolean
  /** Gets the engine ready, which may take minutes the first time. */
  prepare(options?: HearOptions): Promise<void>
  hear(sound: Omit<SpeechJob, 'engine' | 'folder'>, options?: HearOptions): Promise<Heard>
  close(): Promise<void>
}

export function openSpeech({ isOn, tarballs, engine }: SpeechSettings, dataFolder: string): Speech {
  let transcriber: Transcriber | undefined

  async function prepared({ signal, onProgress }: HearOptions = {}): Promise<Transcriber> {
    if (!isOn) throw new NoEngine('Transcripts are switched off: PORTICO_SPEECH is off.')
    if (transcriber) return transcriber
    const folder = engine === undefined ? await filesOf({ signal, onProgress }) : dataFolder
    const module = engine === undefined ? new URL('./moonshine.ts', import.meta.url) : pathToFileURL(engine)
    transcriber ??= openTranscriber({ engine: module.href, folder })
    return transcriber
  }

  async function filesOf({ signal, onProgress }: HearOptions): Promise<string> {
    const packages = enginePackages(process.platform, process.arch)
    if (!packages)
      throw new NoEngine(
        `The default speech engine does not run on ${process.platform} ${process.arch}: name another one as PORTICO_SPEECH_ENGINE.`,
      )
    try {
      return await engineFiles({
        folder: join(dataFolder, 'speech'),
        packages,
        tarballs,
        registry: () => readRegistry(),
        signal,
        ...(onProgress ? { onProgress } : {}),
      })
    } catch (error) {
      if (error instanceof NotFetched)
        throw new NoEngine(`The speech engine is missing. ${error.message}`, error)
      throw error
    }
  }

  return {
    isOn,
    isReady: () => transcriber !== undefined,
    async prepare(options) {
      await prepared(options)
    },
    async hear(sound, options) {
      const { hear } = await prepared(options)
      try {
        return await hear(sound, { signal: options?.signal })
      } catch (error) {
        if (!(error instanceof NoModel)) throw error
        throw new NoEngine(`The speech engine does not open: ${error.message.split('\n')[0]}.`, error)
      }
    },
    async close() {
      await transcriber?.close()
    },
  }
}

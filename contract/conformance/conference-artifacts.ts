import { createHash } from 'node:crypto'
import type { conferencing } from '../ports/conferencing.ts'
import { skipUnless } from './conference-life.ts'
import type { Law } from './law.ts'
import { Broken, bytesOf, Skipped } from './trial.ts'

type Port = typeof conferencing

/** What came of a session. */
export const artifactLaws: readonly Law<Port>[] = [
  {
    name: 'collected',
    says: 'What came of a session is listed once, under ids that stay.',
    async check(trial) {
      const adapter = await trial.adapter()
      skipUnless(adapter, 'artifacts')
      const input = await trial.input(adapter, 'collect')
      const list = async () =>
        (await trial.call(adapter, 'collect', input)).artifacts.map(({ artifactId }) => artifactId)
      const [first, again] = [await list(), await list()]
      if (first.length === 0) throw new Skipped('It lists nothing yet.')
      if (new Set(first).size < first.length) throw new Broken('It lists the same artifactId twice.')
      const lost = first.find((id) => !again.includes(id))
      if (lost !== undefined) throw new Broken(`${lost} has another artifactId when it is listed again.`)
    },
  },
  {
    name: 'artifactBytes',
    says: 'What it lists can be fetched, each time the same bytes, of the size and the hash that it says.',
    async check(trial) {
      const adapter = await trial.adapter()
      skipUnless(adapter, 'artifacts')
      const input = await trial.input(adapter, 'collect')
      const { handle } = input
      const { artifacts } = await trial.call(adapter, 'collect', input)
      if (artifacts.length === 0) throw new Skipped('It lists nothing yet.')
      for (const { artifactId, size, sha256 } of artifacts) {
        const fetched = async () =>
          bytesOf(await trial.call(adapter, 'fetchArtifact', { handle, artifactId }))
        const [bytes, again] = [await fetched(), await fetched()]
        if (!bytes.equals(again)) throw new Broken(`${artifactId} has other bytes when it is fetched again.`)
        if (size !== undefined && size !== bytes.length)
          throw new Broken(`${artifactId} has ${bytes.length} bytes, and says ${size}.`)
        const found = createHash('sha256').update(bytes).digest('hex')
        if (sha256 !== undefined && sha256 !== found) throw new Broken(`${artifactId} says another sha256.`)
      }
    },
  },
  {
    name: 'noArtifact',
    says: 'An artifact that is not there fails for good.',
    async check(trial) {
      const adapter = await trial.adapter()
      skipUnless(adapter, 'artifacts')
      const { handle } = await trial.input(adapter, 'detail')
      const fetched = async () =>
        bytesOf(await trial.call(adapter, 'fetchArtifact', { handle, artifactId: trial.key() }))
      const { code, retryable } = await trial.failure(fetched(), 'with an artifact that is not there')
      if (retryable) throw new Broken(`An unknown artifact says ${code}, which would be tried again.`)
    },
  },
  {
    name: 'readyIsThere',
    says: 'A recording that is told as ready was uploaded, or can be fetched.',
    async check(trial) {
      const cause = trial.subject.provoke?.recordingReady
      if (!cause) throw new Skipped('The subject cannot make a recording ready.')
      const { adapter, told, close } = await trial.open()
      if (!told) throw new Skipped('The subject does not say what was told.')
      await adapter.start?.()
      const { length } = told()
      await cause()
      const found = () =>
        told()
          .slice(length)
          .find(({ name }) => name === 'recordingReady')
      await trial.until(() => found() !== undefined, 'recordingReady was not told')
      const { handle, artifactId, uploadId } = (found() as { fact: unknown }).fact as Ready
      if (uploadId === undefined) {
        const bytes = await bytesOf(await trial.call(adapter, 'fetchArtifact', { handle, artifactId }))
        if (bytes.length === 0) throw new Broken('The recording that is told as ready is empty.')
      }
      await close()
    },
  },
]

type Ready = { handle: string; artifactId: string; uploadId?: string }

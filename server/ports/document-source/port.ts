import { documentSource } from '@portico/contract/ports/document-source'
import type { FactOf } from '@portico/contract/ports/kit'
import { caseFile } from '../../core/file/case-file.ts'
import { sources } from '../../core/file/source.ts'
import { reaction } from '../../core/kernel/decider.ts'
import { earliest } from '../../core/time/moments.ts'
import { countWanted } from '../../store/source-pulls.ts'
import { adaptersIn } from '../delivery/bindings/adapters-in.ts'
import { type Heard, type PortParts, servePort, unmatched } from '../delivery/bindings/serve-port.ts'
import { announcedOf } from './announced.ts'
import { caseRefOf, findReferredCase } from './case-ref.ts'
import { tendSource } from './sync/tend-source.ts'
import { writeBackInput } from './write-back.ts'

/** Of a long list, as many as go into one event. */
const mostInOne = 500

export const documentSourcePort = servePort(documentSource, {
  needs: ['caseDocuments', 'cases', 'execute', 'intake', 'mostFileBytes', 'uploads'],
  baseline: 'An intake system hands documents to the case by POST /cases/{id}/documents.',
  adapters: adaptersIn(import.meta.dirname),
  owes: {
    'document.filed': ({ data }) => (data.madeAs === undefined ? [] : [{}]),
    'document.revised': ({ data }) => (data.madeAs === undefined ? [] : [{}]),
  },
  input: {
    list: async ({ caseId }, parts) => ({ case: await caseRefOf(parts, caseId) }),
    writeBack: ({ caseId, event }, parts) => writeBackInput(parts, caseId, event),
  },
  answered: {
    list({ caseId, binding }, { documents }, { clock }) {
      const at = clock().toISOString()
      const of = { type: 'listSource' as const, caseId, source: binding, at }
      const all = documents.map(announcedOf)
      const commands = []
      for (let first = 0; first === 0 || first < all.length; first += mostInOne) {
        const isWhole = first + mostInOne >= all.length
        const part = { ...of, documents: all.slice(first, first + mostInOne), isWhole }
        commands.push(reaction(sources, part))
      }
      return { commands }
    },
    writeBack({ caseId, binding, event }, { sourceId }) {
      const { documentId } = event.data
      const known = sourceId === undefined ? {} : { sourceId }
      const command = { type: 'noteWrittenBack' as const, caseId, documentId, source: binding, ...known }
      return { commands: [reaction(caseFile, command)] }
    },
  },
  heard: { submitted: pullIn, revised: pullIn },
  tends: tendSource,
  waiting: countWanted,
})

/** A new document and another revision of one are told alike: which it is, the case knows. */
async function pullIn(
  fact: FactOf<typeof documentSource, 'submitted'>,
  parts: PortParts & { binding: string; caseId?: string },
): Promise<Heard> {
  const { case: ref, at, uploadId, ...said } = fact
  const found = parts.caseId === undefined ? await findReferredCase(parts, ref) : { caseId: parts.caseId }
  if ('unmatched' in found) return unmatched(found.unmatched)
  const { caseId } = found
  const command = {
    type: 'submitDocument' as const,
    caseId,
    source: parts.binding,
    document: announcedOf(said),
    ...(uploadId === undefined ? {} : { uploadId }),
    // A clock that is a little ahead there must not make later news look old.
    at: earliest(at, parts.clock()).toISOString(),
  }
  return { caseId, commands: [reaction(sources, command)] }
}

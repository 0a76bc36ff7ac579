import type { SealingKeys } from '../app/decisions/sealing-keys.ts'
import { laterSubject } from '../app/later.ts'
import { openPortico, type Portico } from '../app/portico.ts'
import type { Profiles } from '../app/profile/profiles.ts'
import { createCaptions } from '../app/sessions/transcripts/captions.ts'
import { openSearch } from '../app/texts/search.ts'
import { openPermissions } from '../auth/can.ts'
import { openSecret } from '../auth/secret.ts'
import type { Settings } from '../config.ts'
import type { StoredEvent } from '../store/events/read.ts'
import type { Boundary } from './boundary.ts'
import type { FileWorkers } from './file-workers.ts'
import { channelsOf, openNotifying, reachableBy } from './notifying.ts'
import type { openResources } from './resources.ts'
import type { openStoredFiles } from './stored-files.ts'

type Resources = Awaited<ReturnType<typeof openResources>>
type StoredFiles = Awaited<ReturnType<typeof openStoredFiles>>

/** The application with its settings, and who is nudged after its commits: the ports, and those who notify people. */
export function openApplication(
  settings: Settings,
  parts: Pick<Resources, 'db' | 'accessLog' | 'indexes' | 'disk' | 'speech'> &
    Pick<StoredFiles, 'blobs' | 'derived' | 'uploads'> &
    Pick<FileWorkers, 'pdf' | 'typesetting'> & {
      clock: () => Date
      boundary: Boundary
      profiles: Profiles
      secret: string
      publicUrl: string
      notice: string | undefined
      sealingKeys: SealingKeys
      pageUrl: (caseId: string, page: number) => string
    },
) {
  const { db, clock, accessLog, disk, blobs, uploads, derived, pdf, typesetting } = parts
  const { boundary, profiles, publicUrl, notice, pageUrl, sealingKeys: keys } = parts
  const { scratchPath } = derived
  const channelBindings = channelsOf(boundary.bindings)
  const reachable = reachableBy(channelBindings)
  const notifying = openNotifying({ db, clock, portico: () => portico, bindings: channelBindings, publicUrl })
  const nudge = (events?: readonly StoredEvent[]) => {
    boundary.nudge(events)
    notifying.nudge(events)
  }
  const captions = createCaptions({
    speech: parts.speech,
    say: (handle, caption) => portico.rooms.caption(handle, caption),
    scratchPath,
    clock,
  })
  const boundTo = (port: string) =>
    boundary.bindings.all.filter(({ served }) => served.port.name === port).map(({ name }) => name)
  const portico: Portico = openPortico({
    ...{ db, clock, profiles, accessLog, disk, blobs, uploads, pdf, typesetting, notice, pageUrl },
    permissions: openPermissions({
      mode: settings.mode,
      roles: () => profiles.inForce().roles,
      acceptsWhenClosed: () => profiles.inForce().closedCases.accepts,
    }),
    workFor: boundary.workFor,
    afterCommit: nudge,
    workspaceUrl: notifying.workspaceUrl,
    reachable,
    search: openSearch({ db, indexes: parts.indexes }),
    secret: openSecret(parts.secret),
    scratchPath,
    onDuplicate: settings.duplicates.exact,
    boundSources: boundTo('document-source'),
    deliveredBy: boundTo('output'),
    editors: boundTo('authoring'),
    mostFileBytes: settings.mostUploadBytes,
    recognition: settings.recognition,
    reportLimitMs: settings.reportSeconds * 1000,
    iceServers: settings.iceServers,
    onSound: (chunk) => captions.hear(chunk),
    files: laterSubject(async () => {
      const { openCaseFiles } = await import('../app/file/export-case.ts')
      return openCaseFiles({ db, blobs, derived, pdf, clock, ...(notice ? { notice } : {}) })
    }),
    decisionFiles: laterSubject(async () => {
      const { openDecisionFiles } = await import('../app/decisions/decision-files.ts')
      return openDecisionFiles({ db, blobs, derived, pdf, keys, clock, notice })
    }),
  })
  return { portico, notifying, reachable, nudge }
}

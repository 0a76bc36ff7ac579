import type { EventType } from '@portico/contract/events'
import { authoring } from '@portico/contract/ports/authoring'
import { heardBy } from '@portico/contract/ports/heard'
import type { ChainedEvent } from '../../store/events/append.ts'
import { adaptersIn } from '../delivery/bindings/adapters-in.ts'
import { type Owed, servePort } from '../delivery/bindings/serve-port.ts'
import { heard } from './heard.ts'
import {
  annotationChanged,
  closeEditor,
  commentsChanged,
  documentChanged,
  draftChanged,
  draftMoved,
  issuesChanged,
  openEditor,
  proposalsChanged,
} from './tell.ts'
import { tendLibrary } from './tend-library.ts'

/** Only of a case that the editor was opened for. */
const ifOpened: readonly Owed[] = [{ after: 'openEditor' }]
const nothing: readonly Owed[] = []

const ofIssues: readonly EventType[] = heardBy(authoring)
  .filter(([, call]) => call === 'issuesChanged')
  .map(([type]) => type)

/** The list is told whole: once a commit is enough. */
const lastOfIssues = (event: ChainedEvent, commit: readonly ChainedEvent[]) =>
  commit.findLast(({ caseId, type }) => caseId === event.caseId && ofIssues.includes(type))?.id === event.id
    ? ifOpened
    : nothing

const followed = Object.fromEntries(
  heardBy(authoring)
    .filter(([, call]) => call !== 'openEditor' && call !== 'issuesChanged')
    .map(([type]) => [type, () => ifOpened]),
)

type Given = { caseId: string; data: { assignee?: { kind: string } } }

/** What is given to a team waits until one of them takes it; with its draft it is told once. */
const assigned = ({ caseId, data: { assignee } }: Given, commit: readonly ChainedEvent[]) =>
  assignee?.kind === 'person' &&
  !commit.some((one) => one.caseId === caseId && one.type === 'workProduct.drafted')
    ? [{}]
    : nothing

export const authoringPort = servePort(authoring, {
  needs: [
    'cases',
    'editorAccess',
    'execute',
    'issues',
    'permissions',
    'profiles',
    'proposals',
    'signingProofs',
    'workProducts',
    'writing',
  ],
  baseline: 'The editor of the workspace, which stays on beside any binding.',
  adapters: adaptersIn(import.meta.dirname),
  owes: {
    ...followed,
    ...Object.fromEntries(ofIssues.map((type) => [type, lastOfIssues])),
    'task.opened': assigned,
    'task.assigned': (event, commit, { call }) =>
      call === 'closeEditor' ? ifOpened : assigned(event, commit),
    'workProduct.drafted': () => [{}],
  },
  input: {
    openEditor,
    closeEditor,
    documentChanged,
    annotationChanged,
    issuesChanged,
    draftChanged,
    commentsChanged,
    proposalsChanged,
    draftMoved,
  },
  heard,
  tends: tendLibrary,
})

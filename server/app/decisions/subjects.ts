import type { Permissions } from '../../auth/can.ts'
import type { Secret } from '../../auth/secret.ts'
import type { Typesetting } from '../../files/decision/typesetting.ts'
import type { Desk } from '../desk.ts'
import type { KnownProfile } from '../engine/execute.ts'
import { later, laterSubject } from '../later.ts'
import type { Boilerplate } from './boilerplate.ts'
import { type Deliveries, openDeliveries } from './deliveries.ts'
import type { DraftFile } from './draft-file.ts'
import { type EditorAccess, openEditorAccess } from './editor-access.ts'
import { type EffectuationReports, openEffectuation } from './effectuation.ts'
import { type Issues, openIssues } from './issues.ts'
import type { Proposals } from './proposals.ts'
import { openRemands, type Remands } from './remands.ts'
import { openSigningProofs, type SigningProofs } from './signing-proofs.ts'
import type { WorkProducts } from './work-products.ts'
import type { Writing } from './writing.ts'

export type DecisionSubjects = {
  issues: Issues
  workProducts: WorkProducts
  writing: Writing
  boilerplate: Boilerplate
  proposals: Proposals
  draftFile: DraftFile
  editorAccess: EditorAccess
  signingProofs: SigningProofs
  deliveries: Deliveries
  effectuation: EffectuationReports
  remands: Remands
}

export type DecisionOptions = {
  knownProfile: KnownProfile
  permissions: Permissions
  secret: Secret
  recognition: 'on' | 'off'
  typesetting: Pick<Typesetting, 'typesetDraft'>
  /** The permanent address of a page, as decisions print it. */
  pageUrl: (caseId: string, page: number) => string
  notice?: string | undefined
  /** The bindings of the output port, by name. */
  deliveredBy?: readonly string[] | undefined
  /** The bindings of the authoring port, by name. */
  editors?: readonly string[] | undefined
}

/** From the issues of a case to the decision that is delivered, carried out, or sent back. */
export function openDecisionSubjects(desk: Desk, options: DecisionOptions): DecisionSubjects {
  const { permissions, secret, recognition, deliveredBy, editors } = options
  return {
    issues: openIssues({ ...desk, recognition }),
    workProducts: laterSubject(async () => {
      const { openWorkProducts } = await import('./work-products.ts')
      return openWorkProducts({ ...desk, permissions, recognition, deliveredBy, editors })
    }),
    writing: laterSubject(async () => {
      const { openWriting } = await import('./writing.ts')
      return openWriting({ ...desk, knownProfile: options.knownProfile })
    }),
    boilerplate: laterSubject(async () => {
      const { openBoilerplate } = await import('./boilerplate.ts')
      return openBoilerplate(desk)
    }),
    proposals: laterSubject(async () => {
      const { openProposals } = await import('./proposals.ts')
      return openProposals(desk)
    }),
    draftFile: later(async () => {
      const { createDraftFile } = await import('./draft-file.ts')
      return createDraftFile({ ...options, clock: desk.clock })
    }),
    editorAccess: openEditorAccess({ ...desk, permissions, secret }),
    signingProofs: openSigningProofs(secret),
    deliveries: openDeliveries(desk),
    effectuation: openEffectuation(desk),
    remands: openRemands({ ...desk, permissions, recognition }),
  }
}

import { type ProductCommand, workProducts } from '../../core/decision/work-product.ts'
import type { Database } from '../../store/db.ts'
import type { DraftTarget } from '../../store/draft-changes.ts'
import { keepText } from '../../store/work-product-texts.ts'
import type { Execute, ProfileFor, Request } from '../engine/execute.ts'
import { createComment } from './comments.ts'
import { readDraft } from './draft-text.ts'
import { keptText } from './draft-versions.ts'
import { nobodySees, type SeesDrafts } from './mentions.ts'
import { createReadDecisionPackage } from './signed-package.ts'
import { openSigning } from './signing.ts'
import { openWholeTexts } from './whole-texts.ts'
import { changedProduct, createChangeUnderLock } from './work-product-changes.ts'
import { openWorkProductReads } from './work-product-reads.ts'

export type WorkProducts = ReturnType<typeof openWorkProducts>

type Ending = { type: 'submit'; version: number; override?: string } | { type: 'discard'; why: string }

/** The texts of a case that lead to its decision: drafted, commented on, returned, signed, released. */
export function openWorkProducts({
  db,
  execute,
  profileFor,
  recognition,
  deliveredBy = [],
  editors = [],
  permissions = nobodySees,
}: {
  db: Database
  execute: Execute
  profileFor: ProfileFor
  recognition: 'on' | 'off'
  /** The bindings of the output port, by name. */
  deliveredBy?: readonly string[] | undefined
  /** Those of the authoring port. */
  editors?: readonly string[] | undefined
  /** Who may be named in comments; by default nobody. */
  permissions?: SeesDrafts
}) {
  const changeUnderLock = createChangeUnderLock(execute)

  return {
    ...openWorkProductReads({ db, profileFor, editors }),
    ...openSigning({ db, execute, profileFor, recognition, deliveredBy }),
    ...openWholeTexts({ db, profileFor, changeUnderLock }),
    decisionPackage: createReadDecisionPackage(db),
    comment: createComment({ execute, permissions }),

    giveBack: (
      request: Request,
      target: DraftTarget,
      { version, reasons, override }: { version: number; reasons: string[]; override?: string },
    ) =>
      changeUnderLock(request, target, async (tx) => ({
        ...target,
        type: 'return',
        version,
        reasonsSha256: await keepText(tx, target.caseId, reasons),
        unkept: await keptText(tx, target, await readDraft(tx, target)),
        ...(override === undefined ? {} : { override }),
      })),

    /** What was changed since the last version becomes one with it. */
    end: (request: Request, target: DraftTarget, command: Ending) =>
      changeUnderLock(request, target, async (tx) => ({
        ...target,
        ...command,
        unkept: await keptText(tx, target, await readDraft(tx, target)),
      })),

    /** For commands that leave the text alone: resolve, release, recall. */
    change: (request: Request, command: ProductCommand) =>
      execute(workProducts, request, command, ({ state }) => changedProduct(state, command.workProductId)),
  }
}

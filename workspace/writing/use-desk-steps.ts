import type { WorkProduct } from '@portico/sdk'
import { useEffect, useState } from 'react'
import { useOpenAfterReload } from '../data/draft.ts'
import { pageSeen } from '../data/page-first.ts'
import { portico } from '../data/session.ts'
import { Unconfirmed } from '../ui/ending.tsx'
import { useCommand } from '../ui/use-command.ts'
import { words } from '../words/writing.ts'
import { productRenewal, refusalText } from './product-command.ts'
import type { Reasoned } from './reason-dialog.tsx'

export type DeskSteps = ReturnType<typeof useDeskSteps>

/** The steps of a work product: those that are taken at once, and the dialogs of the others. */
export function useDeskSteps(caseId: string, product: WorkProduct, loadPages: () => Promise<unknown>) {
  const { id, version, actions, signed } = product
  const { may, override } = actions
  const isOffered = (name: (typeof may)[number]) => may.includes(name) || override.includes(name)
  const [dialog, open] = useOpenAfterReload<Reasoned | 'sign'>(`write.${id}`)
  const [isSignedHere, setSignedHere] = useState(false)
  useEffect(() => {
    if (signed && isSignedHere) open(undefined)
  }, [signed, isSignedHere, open])

  const maySign = isOffered('sign')
  // Whoever signs reads the pages before, also if the connection is lost in between.
  useEffect(() => {
    if (maySign)
      pageSeen()
        .then(loadPages)
        .catch(() => {})
  }, [maySign, loadPages])

  const shared = {
    hasForm: false,
    renews: productRenewal(caseId),
    problemOf: (error: Error) => refusalText(error),
  }
  const submission = useCommand({
    ...shared,
    ends: { caseId },
    run: (_draft, _argument, confirm) =>
      confirm({ submitWorkProduct: { workProductId: id, version } }, (ends) =>
        portico().workProducts.submit(caseId, id, version, { ends }),
      ),
    done: words.actions.submitted,
    onFailed: (error) => error instanceof Unconfirmed && open('submit'),
  })
  const releasing = useCommand({
    ...shared,
    run: () => portico().workProducts.release(caseId, id),
    done: words.actions.released,
  })

  return {
    isOffered,
    isPending: submission.isPending || releasing.isPending,
    dialog: dialog && isOffered(dialog) ? dialog : undefined,
    asked: dialog,
    open,
    close() {
      submission.forgetEnding()
      open(undefined)
    },
    submit: () => (may.includes('submit') ? submission.send() : open('submit')),
    submissionEnding: submission.ending,
    release: () => releasing.send(),
    noteSigned: () => setSignedHere(true),
  }
}

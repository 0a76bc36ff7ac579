import type { Case, WorkProduct } from '@portico/sdk'
import { Link } from '@tanstack/react-router'
import { fileName } from '../cases/names.ts'
import { useHolderName } from '../data/holder-name.ts'
import { useNameOf } from '../data/people.ts'
import { Button } from '../ui/button.tsx'
import { moment } from '../ui/dates.ts'
import { words } from '../words/writing.ts'
import type { DeskSteps } from './use-desk-steps.ts'

/** What is on the desk, how it stands, and the steps that may be taken with it. */
export function DeskHead({
  caseId,
  caseFile,
  product,
  steps,
  blockers,
}: {
  caseId: string
  caseFile: Case | undefined
  product: WorkProduct
  steps: DeskSteps
  blockers: number
}) {
  const { status, actions } = product
  return (
    <>
      <header className="screen-head">
        <h1>
          {caseFile ? (
            <Link to="/cases/$caseId" params={{ caseId }} activeOptions={{ exact: true }} title={words.case}>
              {fileName(caseFile.veteran)}
            </Link>
          ) : (
            product.title
          )}
        </h1>
        <span className="soft number">{caseFile?.docketNumber}</span>
        <span className={`badge ${status}`}>{words.status[status]}</span>
        <Standing product={product} />
        <WrittenElsewhere editor={product.writtenIn} />
        <span className="right">
          <StepButtons caseId={caseId} may={actions.may} steps={steps} blockers={blockers} />
        </span>
      </header>
      <Returned product={product} />
    </>
  )
}

function StepButtons({
  caseId,
  may,
  steps: { isOffered, isPending, open, submit, release },
  blockers,
}: {
  caseId: string
  may: WorkProduct['actions']['may']
  steps: DeskSteps
  blockers: number
}) {
  return (
    <>
      {may.includes('discard') ? (
        <Button onClick={() => open('discard')}>{words.actions.discard}</Button>
      ) : null}
      {may.includes('recall') ? <Button onClick={() => open('recall')}>{words.actions.recall}</Button> : null}
      <Link className="button" to="/cases/$caseId/read" params={{ caseId }}>
        {words.reader}
      </Link>
      {isOffered('return') ? (
        <Button shortcut="x" onClick={() => open('return')}>
          {words.actions.return}
        </Button>
      ) : null}
      {isOffered('submit') ? (
        <Button kind="solid" shortcut="s" aria-disabled={isPending} onClick={submit}>
          {may.includes('submit') ? words.actions.submit : words.actions.submitForOther}
        </Button>
      ) : null}
      {may.includes('release') ? (
        <Button kind="solid" aria-disabled={isPending} onClick={release}>
          {words.actions.release}
        </Button>
      ) : null}
      {isOffered('sign') ? (
        <Button
          kind="solid"
          shortcut="s"
          title={blockers > 0 ? words.actions.cannotSign(blockers) : undefined}
          onClick={() => open('sign')}
        >
          {may.includes('sign') ? words.actions.sign : words.actions.signForOther}
        </Button>
      ) : null}
    </>
  )
}

/** How it stands, and who made it so. */
function Standing({ product }: { product: WorkProduct }) {
  const { status, saved, submitted = saved, signed = saved, released = saved } = product
  const { recalled = saved, discarded = saved } = product
  const written = product.changed ?? saved
  const last = {
    draft: written,
    inReview: product.changed ?? submitted,
    signed,
    released,
    recalled,
    discarded,
  }[status]
  const name = useNameOf(last.by.name)
  const holder = useHolderName(product.actions.heldBy)
  const at = moment(last.at)
  return (
    <span className="soft standing">
      {status === 'released'
        ? words.standing.released(at)
        : words.standing[product.changed ? 'changed' : status](name, at)}
      {holder ? ` · ${words.holder.with(holder)}` : ''}
    </span>
  )
}

/** Who writes in another editor, and in which. */
function WrittenElsewhere({ editor }: { editor: WorkProduct['writtenIn'] }) {
  const name = useHolderName(editor?.by ?? null)
  if (!editor || !name) return null
  const { binding, since, changedAt } = editor
  return (
    <span className="soft standing" role="status">
      {words.writtenIn(name, binding, moment(since), changedAt && moment(changedAt))}
    </span>
  )
}

/** Why it came back, until it is submitted again. */
function Returned({ product: { status, returned, recalled, discarded } }: { product: WorkProduct }) {
  const name = useNameOf(returned?.by.name ?? '')
  const why = recalled?.why ?? discarded?.why
  if (why) return <p className="write-notice">{why}</p>
  if (status !== 'draft' || !returned) return null
  return (
    <div className="write-notice" role="status">
      <b>{words.returned(name, moment(returned.at))}</b>
      <ul>
        {returned.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </div>
  )
}

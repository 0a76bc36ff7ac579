import { PorticoError } from '@portico/sdk'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { keep, stored } from '../data/kept.ts'
import { ownKey } from '../data/own-key.ts'
import { recentCases } from '../data/recent.ts'
import { CaseField, type ChosenCase } from '../mail/case-field.tsx'
import { Failure, Skeleton, State } from '../ui/states.tsx'
import { words } from '../words/admin.ts'
import { refusedField } from './refused-field.ts'

const text = words.trial

/** What a template used, and what it was on the case. */
export function UsedFields({ fields }: { fields: readonly { name: string; value: string }[] }) {
  return (
    <table className="used">
      <caption>{text.fields}</caption>
      <thead>
        <tr>
          <th scope="col">{text.field}</th>
          <th scope="col">{text.value}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, value }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Template = { subject: string; body: string }

/** The case on which something is tried; it is kept for the next trial. */
export function TrialCase({
  chosen,
  onChoose,
}: {
  chosen: ChosenCase | undefined
  onChoose: (chosen: ChosenCase | undefined) => void
}) {
  return (
    <CaseField
      label={text.case}
      hint={text.caseHint}
      none={text.noCase}
      chosen={chosen}
      onChoose={(next) => {
        onChoose(next)
        rememberCase(next)
      }}
    />
  )
}

/** What came of the trial of a template, or why nothing did. */
export function TrialPaper<Preview>({
  name,
  choose,
  trial,
  of,
  lines,
  children,
}: {
  name: string
  /** What to do first, where no case is chosen. */
  choose: string | undefined
  trial: UseQueryResult<Preview>
  of: Template | undefined
  lines: number
  children: (preview: Preview) => ReactNode
}) {
  return (
    <div
      className="trial-paper"
      role="region"
      aria-label={name}
      aria-busy={trial.isFetching}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
      tabIndex={0}
    >
      {choose !== undefined ? (
        <State title={text.choose.title}>{choose}</State>
      ) : trial.isError ? (
        <Refused error={trial.error} of={of} retry={() => void trial.refetch()} />
      ) : trial.data ? (
        children(trial.data)
      ) : (
        <Skeleton lines={lines} />
      )}
    </div>
  )
}

/** A field that is refused is shown in its line; anything else as everywhere. */
function Refused({ error, of, retry }: { error: unknown; of: Template | undefined; retry: () => void }) {
  const isOfTemplate =
    error instanceof PorticoError && (error.code === 'stateForbids' || error.code === 'badRequest')
  if (!isOfTemplate || !of) return <Failure error={error} retry={retry} />
  const at = refusedField(of.body, error.message) ?? refusedField(of.subject, error.message)
  return (
    <div className="state" role="alert">
      <h2>{text.failed}</h2>
      <p>{error.message}</p>
      {at ? (
        <p>
          {words.fields.line(at.line)}:{' '}
          <code>
            {at.before.slice(-40)}
            <mark>{at.named}</mark>
            {at.after.slice(0, 40)}
          </code>
        </p>
      ) : null}
    </div>
  )
}

const rememberedKey = () => ownKey('letterTrial')

function rememberCase(chosen: ChosenCase | undefined) {
  if (chosen) keep(rememberedKey(), chosen)
}

/** The case that was tried last, else the one that was open last. */
export function rememberedCase(): ChosenCase | undefined {
  const last = stored<ChosenCase | undefined>(rememberedKey(), undefined)
  const [recent] = recentCases()
  return last ?? (recent && { id: recent.caseId, docketNumber: recent.docketNumber, name: recent.name })
}

import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { KeptDraftNote } from '../../ui/kept-draft.tsx'
import { words } from '../../words/reading.ts'
import { InTheirPlace } from './in-their-place.tsx'
import { type DecisionDraft, type Reasons, useDecisionDraft } from './use-decision-draft.ts'
import type { CaseIssues, IssueWithEvidence } from './use-issues.ts'

const { issues: text } = words

/** Decides one issue in the words of the profile: a disposition, and its reasons where it takes any. */
export function DecideDialog({
  issue,
  issues,
  onClose,
}: {
  issue: IssueWithEvidence
  issues: CaseIssues
  onClose: () => void
}) {
  const draft = useDecisionDraft(issue, issues, onClose)
  const { chosen, offer, isBusy } = draft
  return (
    <Dialog title={text.decideTitle(issue.number)} onClose={onClose}>
      <KeptDraftNote kept={draft.kept} />
      <form className="decide" onSubmit={draft.save}>
        <p>{issue.description ?? issue.issueType}</p>
        <Dispositions draft={draft} />
        {draft.groups.map((group) => (
          <fieldset key={group.name}>
            <legend>{group.label}</legend>
            {group.reasons.map(({ name, label }) => (
              <Reason key={name} draft={draft} name={name} label={label} asksTiming={group.asksTiming} />
            ))}
          </fieldset>
        ))}
        {chosen?.sendsBack ? (
          <TextArea
            label={text.instructions}
            value={draft.instructions}
            onChange={(instructions) => draft.change({ instructions })}
          />
        ) : null}
        <TextArea label={text.note} value={draft.note} onChange={(note) => draft.change({ note })} />
        <InTheirPlace
          issues={issues}
          issue={issue}
          action="decide"
          value={draft.override}
          onChange={(override) => {
            draft.change({ override })
            draft.clearProblem()
          }}
        />
        <p className="problem" role="alert">
          {draft.problem}
        </p>
        <div className="actions">
          {issue.decision ? (
            <Button disabled={isBusy || !offer} onClick={draft.undecide}>
              {text.undecide}
            </Button>
          ) : null}
          <Button kind="solid" type="submit" disabled={isBusy || !chosen || !offer}>
            {text.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Dispositions({ draft }: { draft: DecisionDraft }) {
  return (
    <fieldset>
      <legend>{text.disposition}</legend>
      {draft.dispositions.map(({ name, label, sentence }) => (
        <label key={name}>
          <input
            type="radio"
            name="disposition"
            value={name}
            checked={name === draft.disposition}
            onChange={() => {
              draft.change({ disposition: name, reasons: [] })
              draft.clearProblem()
            }}
          />
          <span>
            {label} <small>{sentence}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function Reason({
  draft: { reasons, timings, change },
  name,
  label,
  asksTiming = false,
}: {
  draft: DecisionDraft
  name: string
  label: string
  asksTiming: boolean | undefined
}) {
  const taken = reasons.find(({ reason }) => reason === name)
  const setReasons = (reasons: Reasons) => change({ reasons })
  const take = () => {
    const timing = asksTiming ? timings[0]?.name : undefined
    setReasons([...reasons, { reason: name, ...(timing ? { timing } : {}) }])
  }
  return (
    <span className="reason">
      <label>
        <input
          type="checkbox"
          checked={taken !== undefined}
          onChange={(event) =>
            event.target.checked ? take() : setReasons(reasons.filter(({ reason }) => reason !== name))
          }
        />
        {label}
      </label>
      {taken && asksTiming ? (
        <select
          className="field"
          aria-label={`${text.timing}: ${label}`}
          value={taken.timing}
          onChange={({ target }) =>
            setReasons(
              reasons.map((reason) => (reason === taken ? { ...reason, timing: target.value } : reason)),
            )
          }
        >
          {timings.map((timing) => (
            <option key={timing.name} value={timing.name}>
              {timing.label}
            </option>
          ))}
        </select>
      ) : null}
    </span>
  )
}

function TextArea({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="field"
        rows={3}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  )
}

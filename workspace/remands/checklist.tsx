import type { JudgeInstruction, Profile, Remand } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useRef } from 'react'
import { issuesQuery } from '../data/case.ts'
import { useOpenAfterReload } from '../data/draft.ts'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { LineForm } from '../ui/command-form.tsx'
import { TextField } from '../ui/fields.tsx'
import { useCommand } from '../ui/use-command.ts'
import { words } from '../words/remands.ts'
import './remands.css'

type Instruction = Remand['instructions'][number]
type Result = JudgeInstruction['result']

type Shown = { caseId: string; remand: Remand; profile: Profile | undefined }
type Listed = Shown & { mayCite: boolean; mayJudge: boolean }

/** What was to be done, each with the pages that answer it and whether it is satisfied. */
export function Checklist(shown: Shown) {
  const { caseId, remand } = shown
  const may = useQuery(issuesQuery(caseId)).data?.actions?.may ?? []
  const listed = { ...shown, mayCite: may.includes('cite'), mayJudge: may.includes('decide') }
  return (
    <ol className="checklist" aria-label={words.instructions}>
      {remand.instructions.map((instruction) => (
        <Entry key={instruction.id} {...listed} instruction={instruction} />
      ))}
    </ol>
  )
}

/** What may be done about one instruction. */
function useInstruction({
  caseId,
  remandId,
  id,
  onRemoved,
  onJudged,
}: {
  caseId: string
  remandId: string
  id: string
  onRemoved: () => void
  onJudged: () => void
}) {
  const renews = [keys.case(caseId)]
  const remove = useCommand({
    run: (_, answerId: string) => portico().remands.removeAnswer(caseId, remandId, id, answerId),
    renews,
    onDone: onRemoved,
  })
  const answer = useCommand({
    draft: { page: '' },
    check: ({ page }) => (/^0*[1-9]\d*$/.test(page.trim()) ? undefined : words.answer.missing),
    run: ({ page }) => portico().remands.answer(caseId, remandId, id, { page: Number(page) }),
    renews,
    done: words.progress.done,
    onDone() {
      answer.startOver()
    },
  })
  const judge = useCommand({
    place: `instruction.${id}.judgment`,
    draft: { why: '' },
    check: ({ why }, result: Result) =>
      result === 'satisfied' || why.trim() ? undefined : words.judge.missing,
    run: ({ why }, result) =>
      portico().remands.judge(caseId, remandId, id, {
        result,
        ...(result === 'satisfied' ? {} : { why: why.trim() }),
      } as JudgeInstruction),
    renews,
    done: words.progress.done,
    onDone() {
      onJudged()
      judge.startOver()
    },
  })
  return { remove, answer, judge }
}

function Entry({
  caseId,
  remand,
  profile,
  mayCite,
  mayJudge,
  instruction,
}: Listed & { instruction: Instruction }) {
  const { id, text, reason, timing, answers = [], judgment, isDealtWith = false } = instruction
  const [isRefusing, setRefusing] = useOpenAfterReload<true>(`instruction.${id}`)
  const here = useRef<HTMLLIElement>(null)
  const refusal = useRef<HTMLButtonElement>(null)
  const textId = useId()
  const isOpen = remand.status === 'returned' && !isDealtWith
  const reasons = profile?.reasonGroups.flatMap((group) => group.reasons) ?? []
  const label = reasons.find(({ name }) => name === reason)?.label
  const when = profile?.reasonTimings.find(({ name }) => name === timing)?.label
  const { remove, answer, judge } = useInstruction({
    caseId,
    remandId: remand.id,
    id,
    onRemoved: () => here.current?.querySelector('input')?.focus(),
    onJudged() {
      if (isRefusing) refusal.current?.focus()
      setRefusing(undefined)
    },
  })
  return (
    <li className="instruction" data-id={id} ref={here}>
      <p id={textId}>{text}</p>
      <p className="faint">{[label === text ? undefined : label, when].filter(Boolean).join(' · ')}</p>
      <ul className="answers">
        {answers.map(({ id: answerId, anchor, documentName, note }) => (
          <li key={answerId}>
            <Link to="/cases/$caseId/read/pages/$page" params={{ caseId, page: String(anchor.page) }}>
              {words.answer.page(anchor.page)}
            </Link>{' '}
            <span className="soft">{anchor.quote ? `“${anchor.quote}”` : documentName}</span>
            {note ? <span className="faint"> · {note}</span> : null}
            {mayCite && isOpen ? (
              <Button
                kind="plain"
                aria-label={`${words.answer.remove}: ${words.answer.page(anchor.page)}`}
                aria-describedby={textId}
                onClick={() => remove.send(answerId)}
              >
                {words.answer.remove}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {answers.length === 0 && isOpen ? <p className="faint">{words.noAnswer}</p> : null}
      {mayCite && isOpen ? (
        <LineForm command={answer} send={words.answer.send}>
          <TextField
            label={words.answer.label}
            describedBy={textId}
            inputMode="numeric"
            size={5}
            {...answer.field('page')}
          />
        </LineForm>
      ) : null}
      <div className="judged">
        <span className={`badge ${judgment ? (judgment.result === 'satisfied' ? 'good' : 'bad') : 'open'}`}>
          {words.result[judgment?.result ?? 'open']}
        </span>
        {judgment?.why ? <span className="soft">{judgment.why}</span> : null}
        {mayJudge && isOpen ? (
          <>
            <Button
              aria-describedby={textId}
              aria-disabled={judge.isPending}
              onClick={() => judge.send('satisfied')}
            >
              {words.judge.satisfied}
            </Button>
            <Button
              ref={refusal}
              aria-describedby={textId}
              aria-expanded={isRefusing ?? false}
              onClick={() => setRefusing(isRefusing ? undefined : true)}
            >
              {words.judge.notSatisfied}
            </Button>
          </>
        ) : null}
      </div>
      {isRefusing ? (
        <LineForm command={{ ...judge, send: () => judge.send('notSatisfied') }} send={words.judge.send}>
          <TextField label={words.judge.why} autoFocus {...judge.field('why')} />
        </LineForm>
      ) : null}
      <p className="problem" role="alert">
        {remove.problem || (isRefusing ? '' : judge.problem)}
      </p>
    </li>
  )
}

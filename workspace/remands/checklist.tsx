import { type JudgeInstruction, PorticoError, type Profile, type Remand } from '@portico/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { issuesQuery } from '../data/case.ts'
import { useDraft, useOpenAfterReload } from '../data/draft.ts'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toasts.tsx'
import { words } from '../words/remands.ts'
import './remands.css'

type Instruction = Remand['instructions'][number]

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

/** Sends a change, and has everything of the case read again. */
function useChange(caseId: string) {
  const client = useQueryClient()
  const [problem, setProblem] = useState('')
  const change = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onMutate: () => setProblem(''),
    onError: (error) => setProblem(error instanceof PorticoError ? error.message : String(error)),
    onSettled: () => client.invalidateQueries({ queryKey: keys.case(caseId) }),
  })
  return { change, problem, setProblem }
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
  const { change, problem, setProblem } = useChange(caseId)
  const [isRefusing, setRefusing] = useOpenAfterReload<true>(`instruction.${id}`)
  const [whyNot, setWhyNot, clearWhyNot] = useDraft(`instruction.${id}.whyNot`, '')
  const here = useRef<HTMLLIElement>(null)
  const refusal = useRef<HTMLButtonElement>(null)
  const textId = useId()
  const isOpen = remand.status === 'returned' && !isDealtWith
  const reasons = profile?.reasonGroups.flatMap((group) => group.reasons) ?? []
  const label = reasons.find(({ name }) => name === reason)?.label
  const when = profile?.reasonTimings.find(({ name }) => name === timing)?.label
  const judge = (judgment: JudgeInstruction) =>
    change.mutate(() => portico().remands.judge(caseId, remand.id, id, judgment), {
      onSuccess: () => {
        if (isRefusing) refusal.current?.focus()
        setRefusing(undefined)
        setWhyNot('')
        clearWhyNot()
        toast(words.progress.done)
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
                onClick={() =>
                  change.mutate(() => portico().remands.removeAnswer(caseId, remand.id, id, answerId), {
                    onSuccess: () => here.current?.querySelector('input')?.focus(),
                  })
                }
              >
                {words.answer.remove}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {answers.length === 0 && isOpen ? <p className="faint">{words.noAnswer}</p> : null}
      {mayCite && isOpen ? (
        <AnswerForm
          describedBy={textId}
          onAnswer={(page, onSuccess) =>
            change.mutate(() => portico().remands.answer(caseId, remand.id, id, { page }), { onSuccess })
          }
          onProblem={setProblem}
        />
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
              aria-disabled={change.isPending}
              onClick={() => change.isPending || judge({ result: 'satisfied' })}
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
        <WhyNot
          why={whyNot}
          onType={setWhyNot}
          onSend={(why) => change.isPending || judge({ result: 'notSatisfied', why })}
          onProblem={setProblem}
        />
      ) : null}
      <p className="problem" role="alert">
        {problem}
      </p>
    </li>
  )
}

function AnswerForm({
  describedBy,
  onAnswer,
  onProblem,
}: {
  describedBy: string
  onAnswer: (page: number, onSuccess: () => void) => void
  onProblem: (text: string) => void
}) {
  const [page, setPage] = useState('')
  const id = useId()
  function submit(event: FormEvent) {
    event.preventDefault()
    const number = Number(page)
    if (!Number.isInteger(number) || number < 1) return onProblem(words.answer.missing)
    // What is refused stays, to be mended.
    onAnswer(number, () => {
      setPage('')
      toast(words.progress.done)
    })
  }
  return (
    <form className="answer" onSubmit={submit} noValidate>
      <label htmlFor={id}>{words.answer.label}</label>
      <input
        id={id}
        className="input"
        aria-describedby={describedBy}
        inputMode="numeric"
        size={5}
        value={page}
        onChange={({ target }) => setPage(target.value)}
      />
      <Button type="submit">{words.answer.send}</Button>
    </form>
  )
}

/** What is typed is kept until it is sent. */
function WhyNot({
  why,
  onType,
  onSend,
  onProblem,
}: {
  why: string
  onType: (why: string) => void
  onSend: (why: string) => void
  onProblem: (text: string) => void
}) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const id = useId()
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!why.trim()) return onProblem(words.judge.missing)
    onSend(why.trim())
  }
  return (
    <form className="answer" onSubmit={submit} noValidate>
      <label htmlFor={id}>{words.judge.why}</label>
      <input
        ref={field}
        id={id}
        className="input"
        value={why}
        onChange={({ target }) => onType(target.value)}
      />
      <Button type="submit">{words.judge.send}</Button>
    </form>
  )
}

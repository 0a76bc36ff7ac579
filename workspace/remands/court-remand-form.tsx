import type { Profile } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { filedQuery, issuesQuery } from '../data/case.ts'
import { standingKeys } from '../data/keys.ts'
import { labelIn } from '../data/profile.ts'
import { portico } from '../data/session.ts'
import { CommandDialog } from '../ui/command-form.tsx'
import { dayFromToday } from '../ui/dates.ts'
import { ManyField, SelectField, TextField } from '../ui/fields.tsx'
import { filled } from '../ui/filled.ts'
import { useCommand } from '../ui/use-command.ts'
import { words } from '../words/remands.ts'

const text = words.court

const nothing = {
  documentId: '',
  mandateOn: '',
  court: '',
  issueIds: [] as readonly string[],
  instructions: '',
  why: '',
}

const linesOf = (instructions: string) =>
  instructions.split('\n').flatMap((line) => (line.trim() ? [{ text: line.trim() }] : []))

/** By its mandate, which is a document of the case. */
export function CourtRemandForm({
  caseId,
  profile,
  onClose,
}: {
  caseId: string
  profile: Profile | undefined
  onClose: () => void
}) {
  const types = profile?.remands?.mandateTypes ?? []
  const documents = (useQuery(filedQuery(caseId)).data ?? []).filter(
    ({ documentType = '' }) => types.length === 0 || types.includes(documentType),
  )
  const issues = useQuery(issuesQuery(caseId)).data?.issues ?? []
  const command = useCommand({
    place: `courtRemand.${caseId}.form`,
    draft: nothing,
    check({ documentId, mandateOn, issueIds, instructions, why }) {
      const isFilled =
        documentId && mandateOn && issueIds.length > 0 && linesOf(instructions).length > 0 && why.trim()
      return isFilled ? undefined : text.missing
    },
    run: ({ documentId, mandateOn, court, issueIds, instructions, why }) =>
      portico().remands.recordFromCourt(caseId, {
        documentId,
        mandateOn,
        ...filled({ court }),
        issueIds: [...issueIds],
        instructions: linesOf(instructions),
        why: why.trim(),
      }),
    renews: standingKeys(caseId),
    done: text.done,
    onDone: onClose,
  })
  const { field } = command
  return (
    <CommandDialog title={text.title} command={command} send={text.send} back={words.back} onClose={onClose}>
      <p>{text.explain}</p>
      <SelectField
        label={text.document}
        hint={documents.length === 0 ? text.noDocument : undefined}
        none="–"
        options={documents.map(({ id, name }) => ({ name: id, label: name }))}
        {...field('documentId')}
      />
      <TextField label={text.on} type="date" max={dayFromToday()} {...field('mandateOn')} />
      <TextField label={text.court} {...field('court')} />
      <ManyField
        legend={text.issues}
        options={issues
          .filter(({ status }) => status !== 'sentBack')
          .map(({ id, description, issueType }) => ({
            name: id,
            label: description ?? labelIn(profile?.issueTypes, issueType),
          }))}
        {...field('issueIds')}
      />
      <TextField label={text.instructions} rows={3} {...field('instructions')} />
      <TextField label={text.why} rows={2} {...field('why')} />
    </CommandDialog>
  )
}

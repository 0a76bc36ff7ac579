import type { CasePage, CaseSummary, QueuedTask, TaskPage } from '@portico/sdk'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { fileName } from '../cases/names.ts'
import { keys } from '../data/keys.ts'
import { peopleQuery } from '../data/people.ts'
import { recentCases } from '../data/recent.ts'
import { portico } from '../data/session.ts'
import { caseDocuments } from '../reading/queries.ts'
import { plainly } from '../ui/plain-name.ts'
import { keyLabel } from '../ui/shortcuts.ts'
import { words } from '../words/command-menu.ts'
import type { Command } from './commands.ts'

export type Target = {
  id: string
  group: keyof typeof words.groups
  name: string
  note?: string
  run: () => void
}

const maxPerGroup = 6

/** Everything that matches the typed text: from memory at once, then from the service. */
export function useJumpTargets(
  typed: string,
  commands: readonly Command[],
): { targets: Target[]; isSearching: boolean } {
  const text = typed.trim()
  const { caseId } = useParams({ strict: false })
  const navigate = useNavigate()
  const client = useQueryClient()
  const isLongEnough = text.length > 1
  const found = useQuery({
    queryKey: [...keys.cases, 'jump', text],
    queryFn: async ({ signal }) =>
      plainly((await portico().cases.list({ text, limit: maxPerGroup, signal }).page()).cases),
    enabled: isLongEnough,
    placeholderData: keepPreviousData,
  })
  const people = useQuery({ ...peopleQuery(text), enabled: isLongEnough, placeholderData: keepPreviousData })
  const documents = useQuery({ ...caseDocuments(caseId ?? ''), enabled: caseId !== undefined })

  const cases = new Map<string, CaseSummary>()
  for (const [, data] of client.getQueriesData<{ pages?: CasePage[] }>({ queryKey: keys.cases }))
    for (const page of data?.pages ?? [])
      for (const summary of page.cases ?? []) cases.set(summary.id, summary)
  for (const summary of isLongEnough ? (found.data ?? []) : []) cases.set(summary.id, summary)
  const tasks = new Map<string, QueuedTask>()
  for (const [, data] of client.getQueriesData<{ pages?: TaskPage[] }>({ queryKey: keys.tasks }))
    for (const page of data?.pages ?? []) for (const task of page.tasks ?? []) tasks.set(task.id, task)

  const page = /^\d{1,6}$/.test(text) && caseId ? Number(text) : undefined
  const recent = recentCases()
  const all: Target[] = [
    ...(page
      ? [
          {
            id: `page:${page}`,
            group: 'page' as const,
            name: words.goToPage(page),
            run: () =>
              void navigate({
                to: '/cases/$caseId/read/pages/$page',
                params: { caseId: caseId ?? '', page: String(page) },
              }),
          },
        ]
      : []),
    ...recent
      .filter(({ name, docketNumber }) => matches(text, name, docketNumber))
      .map(({ caseId: id, name, docketNumber }) => ({
        id: `recent:${id}`,
        group: 'recent' as const,
        name,
        note: docketNumber,
        run: () => void navigate({ to: '/cases/$caseId', params: { caseId: id } }),
      })),
    ...(documents.data ?? [])
      .filter(({ name }) => text && matches(text, name))
      .map(({ id, name, startPage }) => ({
        id: `document:${id}`,
        group: 'documents' as const,
        name,
        note: `p ${startPage}`,
        run: () =>
          void navigate({
            to: '/cases/$caseId/read/documents/$documentId',
            params: { caseId: caseId ?? '', documentId: id },
          }),
      })),
    ...[...cases.values()]
      .filter(({ id }) => !recent.some(({ caseId }) => caseId === id))
      .filter(({ veteran, docketNumber }) => text && matches(text, fileName(veteran), docketNumber))
      .map(({ id, veteran, docketNumber }) => ({
        id: `case:${id}`,
        group: 'cases' as const,
        name: fileName(veteran),
        note: docketNumber,
        run: () => void navigate({ to: '/cases/$caseId', params: { caseId: id } }),
      })),
    ...[...tasks.values()]
      .filter(({ label, caseName, docketNumber }) => text && matches(text, label, caseName, docketNumber))
      .map(({ id, label, caseName }) => ({
        id: `task:${id}`,
        group: 'tasks' as const,
        name: label,
        note: caseName,
        run: () => void navigate({ to: '/', search: { task: id } }),
      })),
    ...(isLongEnough ? (people.data ?? []) : [])
      .filter(({ displayName, username }) => matches(text, displayName, username))
      .map(({ id, displayName }) => ({
        id: `person:${id}`,
        group: 'people' as const,
        name: displayName,
        note: words.casesWith(displayName),
        run: () => void navigate({ to: '/cases', search: { assignee: id } }),
      })),
    ...commands
      .filter(({ name }) => matches(text, name))
      .map(({ name, keys: shortcut, run }) => ({
        id: `command:${name}`,
        group: 'commands' as const,
        name,
        ...(shortcut ? { note: keyLabel(shortcut) } : {}),
        run,
      })),
  ]
  const groups = Map.groupBy(all, ({ group }) => group)
  const targets = [...groups].flatMap(([group, own]) => own.slice(0, group === 'commands' ? 40 : maxPerGroup))
  return { targets, isSearching: found.isFetching }
}

/** Every typed word is the beginning of a word in the candidates. */
function matches(text: string, ...candidates: string[]): boolean {
  const parts = candidates
    .join(' ')
    .toLowerCase()
    .split(/[\s,]+/)
  return text
    .toLowerCase()
    .split(/[\s,]+/)
    .every((word) => parts.some((part) => part.startsWith(word) || part.includes(`-${word}`)))
}

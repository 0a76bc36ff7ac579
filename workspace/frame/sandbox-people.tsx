import { PorticoError, type SandboxPerson } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keys } from '../data/keys.ts'
import { sandboxCode } from '../data/sandbox-code.ts'
import { openedClient, signIn } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { words } from '../words/sign-in.ts'

/** The people of a sandbox. The service offers them only on the machine that it runs on, and only with its code. */
const peopleQuery = {
  queryKey: [...keys.public, 'people'],
  queryFn: async () => {
    const portico = await openedClient()
    const code = sandboxCode()
    try {
      const people: SandboxPerson[] | undefined = await portico.sandbox.people({ code })
      return code === '' && people ? 'locked' : (people ?? [])
    } catch (error) {
      if (error instanceof PorticoError && error.code === 'notFound') return []
      if (error instanceof PorticoError && error.code === 'forbidden') return 'locked'
      throw error
    }
  },
}

export function SandboxPeople({ onSignedIn }: { onSignedIn: () => void }) {
  const { data: people = [] } = useQuery(peopleQuery)
  const { problem, choose } = useOneClick(onSignedIn)
  if (people === 'locked') return <p className="soft">{words.peopleLocked}</p>
  if (people.length === 0) return null
  return (
    <section className="people">
      <h2>{words.people}</h2>
      <p className="soft">{words.peopleWhy}</p>
      <div className="problem" role="alert">
        {problem}
      </div>
      <ul>
        {people.map((person) => (
          <li key={person.id} data-id={person.id}>
            <button type="button" onClick={() => void choose(person)}>
              <b>{person.displayName}</b>
              <span className="soft">{person.roles.join(', ')}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** For a person of the sandbox, who has no password. */
export function SameSandboxPerson({ id }: { id: string }) {
  const { data: people = [] } = useQuery(peopleQuery)
  const { problem, choose } = useOneClick(() => {})
  const person = people === 'locked' ? undefined : people.find((candidate) => candidate.id === id)
  if (!person) return null
  return (
    <div className="form">
      <div className="problem" role="alert">
        {problem}
      </div>
      <Button kind="solid" onClick={() => void choose(person)}>
        {words.goOnAs(person.displayName)}
      </Button>
    </div>
  )
}

function useOneClick(onSignedIn: () => void) {
  const [problem, setProblem] = useState('')
  const choose = async ({ id }: SandboxPerson) => {
    try {
      await signIn({ memberId: id, code: sandboxCode() })
      onSignedIn()
    } catch (error) {
      setProblem(error instanceof PorticoError ? error.message : String(error))
    }
  }
  return { problem, choose }
}

import type { Case } from '@portico/sdk'
import { useEffect } from 'react'
import { rememberCase } from '../data/recent.ts'
import { fileName } from './names.ts'

/** The command menu offers first what was open last. */
export function useRememberedCase(opened: Case | undefined) {
  useEffect(() => {
    if (!opened) return
    const { id, veteran, docketNumber } = opened
    rememberCase({ caseId: id, name: fileName(veteran), docketNumber })
  }, [opened])
}

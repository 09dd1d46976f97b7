import { examine } from '../operations/doctor/examine.ts';
import { exitCodeOf, jsonOf, reportOf } from '../operations/doctor/report.ts';

export async function doctor({ json = false }: { json?: boolean }): Promise<void> {
  const findings = await examine(process.env);
  // the process ends although a check that took too long may still wait for its answer
  process.stdout.write(json ? jsonOf(findings) : reportOf(findings), () => process.exit(exitCodeOf(findings)));
}

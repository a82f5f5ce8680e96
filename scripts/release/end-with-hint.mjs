import { SetupError } from "../command.mjs";

/** Runs a script's main function; a problem that the user has to fix is printed with a hint. */
export async function endWithHint(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`${error.output}error: ${error.message}\nhint: ${error.hint}\n`);
    process.exitCode = 1;
  }
}

const csharpText = (text: string): string => `@"${text.replaceAll('"', '""')}"`;

/**
 * The source of a Windows service that runs the agent, restarts it when it exits, and stops it by closing its input.
 * Windows cannot run an ordinary program as a service.
 */
export const windowsServiceSource = (
  name: string,
  program: string,
  commandLine: string,
  finalExitCodes: readonly number[],
): string => `using System;
using System.Diagnostics;
using System.ServiceProcess;
using System.Threading;

public sealed class AgentService : ServiceBase
{
    const int RestartMilliseconds = 5000;
    const int StopMilliseconds = 25000;
    static readonly int[] FinalExitCodes = { ${finalExitCodes.join(', ')} };

    readonly object turn = new object();
    Process agent;
    volatile bool stopping;
    Thread supervisor;

    public AgentService() { ServiceName = ${csharpText(name)}; }

    public static void Main() { ServiceBase.Run(new AgentService()); }

    protected override void OnStart(string[] arguments)
    {
        supervisor = new Thread(Supervise);
        supervisor.Start();
    }

    protected override void OnStop()
    {
        Process running;
        lock (turn) { stopping = true; running = agent; }
        if (running != null)
        {
            try
            {
                running.StandardInput.Close();
                if (!running.WaitForExit(StopMilliseconds)) running.Kill();
            }
            catch (InvalidOperationException) { }
        }
        supervisor.Join(StopMilliseconds);
    }

    void Supervise()
    {
        while (!stopping)
        {
            int exitCode = 1;
            try
            {
                Process started;
                lock (turn)
                {
                    if (stopping) return;
                    ProcessStartInfo start = new ProcessStartInfo(${csharpText(program)}, ${csharpText(commandLine)});
                    start.UseShellExecute = false;
                    start.CreateNoWindow = true;
                    start.RedirectStandardInput = true;
                    started = Process.Start(start);
                    agent = started;
                }
                started.WaitForExit();
                exitCode = started.ExitCode;
            }
            catch (Exception error) { EventLog.WriteEntry(error.Message, EventLogEntryType.Error); }
            if (stopping) return;
            if (Array.IndexOf(FinalExitCodes, exitCode) >= 0)
            {
                EventLog.WriteEntry("The agent ended with exit code " + exitCode + ".", EventLogEntryType.Error);
                ExitCode = exitCode;
                Environment.Exit(0);
            }
            Thread.Sleep(RestartMilliseconds);
        }
    }
}
`;

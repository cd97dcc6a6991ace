import { describe, expect, it } from 'vitest';
import { servicePlan } from './service-plan.ts';

const args = ['--server', 'https://portal.example', '--name', 'two words $x 100%'];

describe('the service of the agent', () => {
  it('is a systemd unit on Linux that restarts the agent, but not after a refusal', () => {
    const plan = servicePlan('linux', args, {});
    const [unit] = plan.files;
    expect(unit?.path).toBe('/etc/systemd/system/cfs-agent.service');
    expect(unit?.content).toContain(
      'ExecStart="/opt/cfs-agent/cfs-agent" "--server" "https://portal.example" "--name" "two words $$x 100%%" "--data" "/var/lib/cfs-agent"\n',
    );
    expect(unit?.content).toContain('Restart=always\n');
    expect(unit?.content).toContain('RestartPreventExitStatus=2 3\n');
    expect(unit?.content).toContain('User=cfs-agent\n');
    expect(plan.commands.at(-1)).toEqual(['systemctl', 'restart', 'cfs-agent']);
  });

  it('is a launch daemon on macOS', () => {
    const plan = servicePlan('darwin', ['--server', 'https://a.example/?x&y'], {});
    expect(plan.files[0]?.content).toContain('<string>https://a.example/?x&amp;y</string>');
    expect(plan.commands.map(([file]) => file)).toEqual(['chmod', 'codesign', 'launchctl']);
  });

  it('is a Windows service that supervises the agent', () => {
    const plan = servicePlan('win32', ['--name', 'a "b"', '--ca', 'C:\\x\\'], { ProgramFiles: 'D:\\Programs' });
    expect(plan.program).toBe('D:\\Programs\\CFS Agent\\cfs-agent.exe');
    expect(plan.files[0]?.content).toContain('@"D:\\Programs\\CFS Agent\\cfs-agent.exe"');
    // Escaped for the C runtime, then for C#.
    expect(plan.files[0]?.content).toContain('""--name"" ""a \\""b\\"""" ""--ca"" ""C:\\x\\\\"" ""--data""');
    expect(plan.commands.map(([file]) => file)).toEqual(['icacls', 'powershell', 'powershell', 'sc.exe', 'sc.exe']);
  });
});

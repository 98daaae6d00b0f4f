#include "model/hypervisor.h"

#include <string.h>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include "base/attributes.h"
#include "model/mounts.h"
#include "model/rootfile.h"

/* By firmware, which tells products apart that share a CPUID signature. */
static const struct {
	const char *vendor; /* start of sys_vendor or product_name */
	const char *name;
	bool metal_too; /* it is on bare machines of theirs as well */
} firmware[] = {
	{"innotek GmbH", "VirtualBox", false},
	{"VirtualBox", "VirtualBox", false},
	{"VMware", "VMware", false},
	{"Parallels", "Parallels", false},
	{"QEMU", "QEMU/KVM", false},
	{"KVM", "QEMU/KVM", false},
	{"Red Hat", "QEMU/KVM", false},
	{"OpenStack", "QEMU/KVM", false},
	{"oVirt", "QEMU/KVM", false},
	{"Virtual Machine", "Hyper-V", false},
	{"Xen", "Xen", false},
	{"Bochs", "Bochs", false},
	{"BHYVE", "bhyve", false},
	{"Cloud Hypervisor", "Cloud Hypervisor", false},
	{"Apple Virtualization", "Apple Virtualization", false},
	{"Amazon EC2", "Amazon EC2", true},
	{"Google Compute Engine", "Google Compute Engine", true},
};

static const struct {
	const char *signature;
	const char *name;
} signatures[] = {
	{"KVMKVMKVM", "KVM"},
	{"Linux KVM Hv", "KVM"},
	{"VBoxVBoxVBox", "VirtualBox"},
	{"VMwareVMware", "VMware"},
	{"Microsoft Hv", "Hyper-V"},
	{"XenVMMXenVMM", "Xen"},
	{"prl hyperv", "Parallels"},
	{" lrpepyh vr", "Parallels"},
	{" lrpepyh  vr", "Parallels"},
	{"TCGTCGTCGTCG", "QEMU"},
	{"bhyve bhyve", "bhyve"},
	{"ACRNACRNACRN", "ACRN"},
	{"SRESRESRESRE", "Lockheed Martin LMHS"},
	{"QNXQVMBSQG", "QNX"},
};

/* The manager by a word in the path of a control group. */
static const struct {
	const char *word;
	const char *name;
} control_groups[] = {
	{"kubepods", "Kubernetes"},
	{"libpod", "Podman"},
	{"docker", "Docker"},
	{"containerd", "containerd"},
	{"lxc", "LXC"},
	{"machine.slice/machine-", "systemd-nspawn"},
};

/* What /run/systemd/container and a container's environment call them. */
static const struct {
	const char *word;
	const char *name;
} managers[] = {
	{"docker", "Docker"},
	{"podman", "Podman"},
	{"lxc", "LXC"},
	{"lxc-libvirt", "LXC"},
	{"systemd-nspawn", "systemd-nspawn"},
	{"rkt", "rkt"},
	{"proot", "PRoot"},
	{"openvz", "OpenVZ"},
	{"garden", "Garden"},
};

const char *hypervisor_read_signature(char out[16])
{
#if defined(__x86_64__) || defined(__i386__)
	unsigned a, b, c, d;

	memset(out, 0, 16);
	if (!__get_cpuid(1, &a, &b, &c, &d))
		return NULL;
	if (!(c & 1u << 31))
		return out;
	__cpuid(0x40000000, a, b, c, d);
	memcpy(out, &b, 4);
	memcpy(out + 4, &c, 4);
	memcpy(out + 8, &d, 4);
	return out;
#else
	(void)out;
	return NULL;
#endif
}

/* WSL's kernels carry their maker's name: 4.4.0-19041-Microsoft is the first, which has none. */
static const char *name_by_kernel(const char *root, struct strbuf *sb)
{
	if (!rootfile_read(root, sb, "/proc/sys/kernel/osrelease"))
		return NULL;
	if (text_contains(rootfile_line(sb), "WSL2") ||
		text_contains(rootfile_line(sb), "microsoft-standard"))
		return "WSL 2";
	return text_ends(rootfile_line(sb), "-Microsoft") ? "WSL 1" : NULL;
}

static const char *name_by_firmware(const char *root, const char *signature, struct strbuf *sb)
{
	static const char *const files[] = {"sys_vendor", "product_name", "board_vendor"};
	bool metal = signature && !signature[0];

	for (size_t f = 0; f < FST_COUNT(files); f++)
		if (rootfile_read(root, sb, "/sys/class/dmi/id/%s", files[f]))
			for (size_t i = 0; i < FST_COUNT(firmware); i++)
				if (text_starts(rootfile_line(sb), firmware[i].vendor) &&
					!(metal && firmware[i].metal_too))
					return firmware[i].name;
	return NULL;
}

/* Bytes 10 to 15 of every ACPI table say who made it (ACPI specification, 5.2.6). */
static bool acpi_is_made_by(const char *root, struct strbuf *sb, const char *maker)
{
	return rootfile_read(root, sb, "/sys/firmware/acpi/tables/DSDT") && sb->len >= 16 &&
	       memcmp(sb->ptr + 10, maker, strlen(maker)) == 0;
}

static const char *name_by_system(const char *root, struct strbuf *sb)
{
	if (rootfile_read(root, sb, "/proc/xen/capabilities") &&
		text_contains(strbuf_text(sb), "control_d"))
		return "Xen (control domain)";
	if (rootfile_read(root, sb, "/sys/hypervisor/type") && text_is(rootfile_line(sb), "xen"))
		return "Xen";
	if (acpi_is_made_by(root, sb, "FIRECK"))
		return "Firecracker";
	if (acpi_is_made_by(root, sb, "CLOUDH"))
		return "Cloud Hypervisor";
	if (rootfile_read(root, sb, "/proc/cpuinfo") &&
		text_contains(strbuf_text(sb), "User Mode Linux"))
		return "User Mode Linux";
	/* Machines without CPUID: what their device tree says. */
	if (rootfile_read(root, sb, "/proc/device-tree/hypervisor/compatible")) {
		if (text_contains(strbuf_text(sb), "kvm"))
			return "KVM";
		if (text_contains(strbuf_text(sb), "xen"))
			return "Xen";
		return text_contains(strbuf_text(sb), "vmware") ? "VMware" : "unknown";
	}
	return NULL;
}

static const char *name_by_signature(const char *signature)
{
	if (!signature)
		return NULL;
	for (size_t i = 0; i < FST_COUNT(signatures); i++)
		if (text_starts(text_of(signature), signatures[i].signature))
			return signatures[i].name;
	return signature[0] ? "unknown" : "none";
}

/* An image of a container that was booted as a machine has the file, too: then / is a disk. */
static bool root_is_a_disk(const char *root, struct strbuf *sb)
{
	struct mount mount;
	bool disk;

	if (!rootfile_read(root, sb, "/proc/self/mountinfo") ||
		!mount_find(strbuf_text(sb), "/", &mount))
		return false;
	disk = strncmp(mount.source, "/dev/", 5) == 0 && strcmp(mount.root, "/") == 0;
	mount_free(&mount);
	return disk;
}

static const char *container_name(const char *root, struct strbuf *sb)
{
	if (rootfile_read(root, sb, "/run/systemd/container") ||
		rootfile_read(root, sb, "/run/host/container-manager"))
		for (size_t i = 0; i < FST_COUNT(managers); i++)
			if (text_is(rootfile_line(sb), managers[i].word))
				return managers[i].name;
	if (rootfile_exists(root, "/var/run/secrets/kubernetes.io"))
		return "Kubernetes";
	if (rootfile_exists(root, "/run/.containerenv"))
		return "Podman";
	if (rootfile_read(root, sb, "/proc/self/cgroup"))
		for (size_t i = 0; i < FST_COUNT(control_groups); i++)
			if (text_contains(strbuf_text(sb), control_groups[i].word))
				return control_groups[i].name;
	if (rootfile_exists(root, "/proc/vz") && !rootfile_exists(root, "/proc/bc"))
		return "OpenVZ";
	if (rootfile_exists(root, "/.dockerenv") && !root_is_a_disk(root, sb))
		return "Docker";
	return NULL;
}

void hypervisor_add_name(const char *root, const char *signature, struct strbuf *out)
{
	struct strbuf sb = STRBUF_INIT;
	const char *container, *name = name_by_kernel(root, &sb);

	name = name ? name : name_by_firmware(root, signature, &sb);
	name = name ? name : name_by_system(root, &sb);
	name = name ? name : name_by_signature(signature);
	container = container_name(root, &sb);
	if (!name && container)
		name = "unknown";
	if (name)
		strbuf_add_string(out, name);
	if (container)
		strbuf_printf(out, ", %s container", container);
	strbuf_free(&sb);
}
